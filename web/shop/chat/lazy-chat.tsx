import { Suspense, useEffect, useState } from 'react'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { whenIdle } from '#web/ui/when-idle.ts'
import styles from './chat.css?url&no-inline'

const LazyChatWidget = lazyComponent(async () => {
  const [{ ChatWidget }] = await Promise.all([import('./chat-widget.tsx'), addStyles(styles)])
  return ChatWidget
})

export function LazyChat() {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => whenIdle(async () => setWanted(true)), [])
  if (!isWanted) return null
  return (
    <Suspense fallback={null}>
      <LazyChatWidget />
    </Suspense>
  )
}

/** Loads styles that belong to a part which comes later; done when they hold. @throws Error when they cannot be loaded */
function addStyles(href: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  link.onload = () => resolve()
  link.onerror = () => reject(new Error('The styles could not be loaded.'))
  document.head.append(link)
  return promise
}
