import { type ReactNode, useId } from 'react'

export function SectionCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 rounded-2xl border border-straw bg-card p-4.5 sm:p-6"
    >
      <h2 id={id} className="mb-4 text-[1.375rem]">
        {title}
      </h2>
      {children}
    </section>
  )
}
