import { type ReactNode, useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Card } from '../shared/card.tsx'

type FigureCardProps = { title: string; isWide?: boolean; children: ReactNode }

export function FigureCard({ title, isWide = false, children }: FigureCardProps) {
  const id = useId()
  return (
    <Card aria-labelledby={id} className={classNames('min-w-0', isWide && 'lg:col-span-2')}>
      <h3 id={id} className="mb-2 text-xl">
        {title}
      </h3>
      {children}
    </Card>
  )
}
