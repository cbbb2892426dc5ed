import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { sentenceOfLoad } from './connection.ts'

export const PANEL = 'grid justify-items-center gap-2 rounded-2xl border px-6 text-center'

const ROWS = ['one', 'two', 'three', 'four', 'five', 'six']

export function ListLoading({ text }: { text: string }) {
  return (
    <div className="overflow-hidden rounded-2xl border border-straw bg-card">
      <p role="status" className="px-4 pt-4 text-bark-deep">
        {text}
      </p>
      {ROWS.map((row) => (
        <div key={row} className="flex items-center gap-4 border-b border-straw p-4 last:border-0">
          <Skeleton className="size-12 shrink-0 rounded-xl" />
          <div className="grid grow gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-3/5" />
          </div>
          <Skeleton className="h-6 w-20 rounded-full" />
        </div>
      ))}
    </div>
  )
}

export function ListEmpty({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={classNames(PANEL, 'border-dashed border-bark bg-card py-12')}>
      <p className="font-serif text-xl font-semibold">{text}</p>
      {children}
    </div>
  )
}

type FailedQuery = {
  error: Error | null
  isFetching: boolean
  refetch: () => Promise<unknown>
}

export function ListFailed({ text, query }: { text: string; query: FailedQuery }) {
  return (
    <div role="alert" className={classNames(PANEL, 'border-beet bg-card py-12')}>
      <p className="font-serif text-xl font-semibold">{text}</p>
      <p className="mb-3 text-bark-deep">{sentenceOfLoad(query.error)}</p>
      <TryAgain query={query} />
    </div>
  )
}

type TryAgainProps = { query: Omit<FailedQuery, 'error'>; size?: 'sm' | 'md' }

export function TryAgain({ query: { isFetching, refetch }, size = 'md' }: TryAgainProps) {
  return (
    <Button variant="quiet" size={size} busy={isFetching} onClick={() => void refetch()}>
      Try again
    </Button>
  )
}

type MoreButtonProps = { busy?: boolean; onMore: () => void; children: ReactNode }

export function MoreButton({ busy = false, onMore, children }: MoreButtonProps) {
  return (
    <Button variant="plain" busy={busy} onClick={onMore} className="mx-auto mt-6 flex">
      {children}
    </Button>
  )
}
