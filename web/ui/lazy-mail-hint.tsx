import { Suspense } from 'react'
import { lazyComponent } from './lazy-component.tsx'
import type { MailHintProps } from './mail-hint.tsx'

const LaterMailHint = lazyComponent(() => import('./mail-hint.tsx').then((code) => code.MailHint))

export function LazyMailHint({ typed, onTake }: MailHintProps) {
  if (!typed) return null
  return (
    <div className="w-full">
      <Suspense>
        <LaterMailHint typed={typed} onTake={onTake} />
      </Suspense>
    </div>
  )
}
