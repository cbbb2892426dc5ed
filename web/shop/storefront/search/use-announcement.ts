import { useEffect } from 'react'
import { announce } from '#web/ui/announcer.tsx'

/** How long typing must rest before anything is said, in ms. */
const REST = 500

/** Says a sentence to screen readers once typing rests, and the same one again after another question; null is silence. */
export function useAnnouncement(sentence: string | null, question: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question with the same answer is answered as well.
  useEffect(() => {
    if (sentence === null) return
    const timer = setTimeout(() => announce(sentence), REST)
    return () => clearTimeout(timer)
  }, [sentence, question])
}
