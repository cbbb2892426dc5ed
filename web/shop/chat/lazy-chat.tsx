import { Suspense, useEffect, useState } from 'react'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { whenIdle } from '#web/ui/when-idle.ts'

const LazyChatWidget = lazyComponent(() =>
  import('./chat-widget.tsx').then(({ ChatWidget }) => ChatWidget),
)

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
