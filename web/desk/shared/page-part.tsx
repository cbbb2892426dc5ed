import type { ReactNode } from 'react'

type PartProps = { id: string; title: string; children: ReactNode }

export function PagePart({ id, title, children }: PartProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
      <h3 id={`${id}-title`} className="mb-2 text-xl">
        {title}
      </h3>
      {children}
    </section>
  )
}
