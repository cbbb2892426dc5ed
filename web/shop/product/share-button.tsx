import { Share } from 'lucide-react'
import { buttonLook } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** Hands the page's address to the device's own sheet, or to the clipboard where there is none. */
export function ShareButton({ name }: { name: string }) {
  if (!useHydrated()) return <span className="size-11 shrink-0" />
  return (
    <button
      type="button"
      aria-label={`Share ${name}`}
      onClick={() => void share(name)}
      className={buttonLook({ variant: 'plain', size: 'icon' })}
    >
      <Share aria-hidden="true" className="size-5" />
    </button>
  )
}

async function share(title: string): Promise<void> {
  const url = location.origin + location.pathname
  if (typeof navigator.share === 'function') {
    await navigator.share({ title, url }).catch(() => {})
    return
  }
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Link copied', description: 'Paste it wherever you like.' })
  } catch {
    toast({ title: 'Here is the link', description: url })
  }
}
