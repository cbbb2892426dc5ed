import type { ReactNode } from 'react'

export function GateCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto max-w-md px-4 py-8">
      <div className="grid gap-5 rounded-3xl border border-straw bg-card p-6">
        <h1 className="text-3xl">{title}</h1>
        {children}
      </div>
    </main>
  )
}
