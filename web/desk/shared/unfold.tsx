import type { ReactNode } from 'react'

type UnfoldProps = { summary: string; className?: string; children: ReactNode }

export function Unfold({ summary, className, children }: UnfoldProps) {
  return (
    <details className={className}>
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
        {summary}
      </summary>
      {children}
    </details>
  )
}
