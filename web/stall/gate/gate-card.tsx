import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonLook } from '#web/ui/button.tsx'
import { useStall } from '../use-stall.ts'

export function GateCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto max-w-md px-4 py-8">
      <Back />
      <div className="grid gap-5 rounded-3xl border border-straw bg-card p-6">
        <h1 className="text-3xl">{title}</h1>
        {children}
      </div>
    </main>
  )
}

function Back() {
  const { phone, day } = useStall()
  if (!phone?.grant || !day) return null
  return (
    <a href="#hand-out" className={buttonLook({ variant: 'plain', size: 'sm' }, '-ml-2 mb-2')}>
      <ChevronLeft aria-hidden="true" className="size-5" /> Back to the market day
    </a>
  )
}
