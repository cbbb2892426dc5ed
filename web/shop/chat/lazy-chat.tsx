import { Suspense, useEffect, useState } from 'react'
import { addStyles } from '#web/ui/add-styles.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { whenIdle } from '#web/ui/when-idle.ts'
import styles from './chat.css?url&no-inline'

const LazyChatWidget = lazyPart(async () => {
  const [{ ChatWidget }] = await Promise.all([import('./chat-widget.tsx'), addStyles(styles)])
  return ChatWidget
})

export function ChatPlace() {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => whenIdle(async () => setWanted(true)), [])
  if (!isWanted) return null
  return (
    <Suspense fallback={null}>
      <LazyChatWidget />
    </Suspense>
  )
}
