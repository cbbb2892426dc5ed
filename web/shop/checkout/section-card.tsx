import { type ReactNode, useId } from 'react'

type SectionCardProps = {
  title: string
  aside?: ReactNode
  children: ReactNode
}

export function SectionCard({ title, aside, children }: SectionCardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 rounded-2xl border border-straw bg-card p-4.5 sm:p-6"
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-3">
        <h2 id={id} className="text-[1.375rem]">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
