import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { Children, type ComponentProps, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { sentenceOfLoad } from './connection.ts'

export const CARD = 'rounded-2xl border border-straw bg-card'

export function Card({ className, ...section }: ComponentProps<'section'>) {
  return <section {...section} className={classNames(CARD, 'p-4 sm:p-6', className)} />
}

type CardListProps = ComponentProps<'ul'> & {
  empty?: string
  /** What can be done about it. */
  hint?: string
}

export function CardList({ className, empty, hint, ...list }: CardListProps) {
  if (empty && Children.count(list.children) === 0) return <ListEmpty text={empty} hint={hint} />
  return <ul {...list} className={classNames(CARD, className)} />
}

export function CardRow({ className, ...row }: ComponentProps<'li'>) {
  return <li {...row} className={classNames('border-b border-straw last:border-0', className)} />
}

type RowTextProps = { title: ReactNode; note: ReactNode; noteLook?: string; className?: string }

export function RowText({ title, note, noteLook, className }: RowTextProps) {
  return (
    <span className={classNames('min-w-0 grow', className)}>
      <span className="block font-semibold wrap-anywhere">{title}</span>
      <span className={classNames('block text-[0.9375rem] text-bark-deep', noteLook)}>{note}</span>
    </span>
  )
}

const SUMMARY =
  'flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 -outline-offset-4'

type MessageRowProps = RowTextProps & {
  moment: string
  badge: ReactNode
  text: string
  above?: ReactNode
  below?: ReactNode
}

export function MessageRow({ moment, badge, text, above, below, ...row }: MessageRowProps) {
  return (
    <CardRow>
      <details className="group">
        <summary className={SUMMARY}>
          <RowText {...row} className="basis-full sm:basis-60" />
          <span className="text-[0.9375rem] text-bark-deep">{moment}</span>
          {badge}
          <ChevronDown
            aria-hidden="true"
            className="ml-auto size-5 text-bark-deep group-open:rotate-180"
          />
        </summary>
        {above}
        <p className="mx-4 mb-4 rounded-xl bg-paper p-4 whitespace-pre-wrap wrap-anywhere">
          {text}
        </p>
        {below}
      </details>
    </CardRow>
  )
}

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

type ListEmptyProps = { text: string; hint?: string | undefined; children?: ReactNode }

export function ListEmpty({ text, hint, children }: ListEmptyProps) {
  return (
    <div className={classNames(PANEL, 'border-dashed border-bark bg-card py-12')}>
      <p className="font-serif text-xl font-semibold">{text}</p>
      {hint && <p className="text-bark-deep">{hint}</p>}
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

type PartFailedProps = { text: string; query: FailedQuery; className?: string }

/** Within something larger, where a panel would be too much. */
export function PartFailed({ text, query, className = 'px-4 pb-4' }: PartFailedProps) {
  return (
    <p role="alert" className={classNames('flex flex-wrap items-center gap-3', className)}>
      {`${text} ${sentenceOfLoad(query.error)}`}
      <TryAgain size="sm" query={query} />
    </p>
  )
}

type TryAgainProps = { query: Omit<FailedQuery, 'error'>; size?: 'sm' | 'md' }

function TryAgain({ query: { isFetching, refetch }, size = 'md' }: TryAgainProps) {
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

type ShownQuery<Answer> = Pick<UseQueryResult<Answer>, 'data' | 'error' | 'isFetching' | 'refetch'>

/** `the stock` becomes “Loading the stock…” and “The stock could not be loaded.” */
type Words = { what: string } | { loading: string; failed: string }

function wordsOf(words: Words) {
  if (!('what' in words)) return words
  const name = words.what.replace(/^the /, '')
  return { loading: `Loading ${words.what}…`, failed: `The ${name} could not be loaded.` }
}

type QueryStatesProps<Answer> = Words & {
  query: ShownQuery<Answer>
  children: (answer: NonNullable<Answer>) => ReactNode
}

export function QueryStates<Answer>({ query, children, ...words }: QueryStatesProps<Answer>) {
  const { loading, failed } = wordsOf(words)
  const { data, error } = query
  if (data != null) return children(data)
  return error ? <ListFailed text={failed} query={query} /> : <ListLoading text={loading} />
}

/** What a page shows for one query. If it can't be asked again, the earlier answer stays. */
export function QueryPage<Answer>(props: QueryStatesProps<Answer>) {
  const { query } = props
  return (
    <>
      {query.data !== undefined && query.error && (
        <div className="mb-4">
          <ListFailed text={wordsOf(props).failed} query={query} />
        </div>
      )}
      <QueryStates {...props} />
    </>
  )
}
