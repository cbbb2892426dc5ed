import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { type HistoryEntry, history } from '#contract/people/history.ts'
import { query } from '#web/api/call.ts'
import { classNames } from '#web/ui/class-names.ts'
import { PartFailed } from './card.tsx'
import { useFarmDates } from './use-farm-dates.ts'

type HistoryProps = {
  subject: string
  id: string | number
  labels: HistoryLabels
  className?: string
}

export function History({ className, ...props }: HistoryProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className={classNames('group rounded-xl border border-straw bg-paper', className)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center justify-between px-4 font-semibold">
        History
        <ChevronDown aria-hidden="true" className="size-5 text-bark-deep group-open:rotate-180" />
      </summary>
      {isOpen && <HistoryList {...props} />}
    </details>
  )
}

function HistoryList({ labels, subject, id }: HistoryProps) {
  // Every save adds to it, so it is read on every open.
  const entries = useQuery({
    ...query(history.list, { query: { subject, id: String(id) } }),
    staleTime: 0,
    gcTime: 0,
  })
  const { data, error } = entries
  if (error) return <PartFailed text="The history could not be loaded:" query={entries} />
  if (!data) return <p className="px-4 pb-4 text-bark-deep">Loading history…</p>
  if (data.length === 0) return <p className="px-4 pb-4 text-bark-deep">No changes yet.</p>
  return (
    <ol className="px-4 pb-2">
      {data.map((entry) => (
        <EntryItem key={entry.id} entry={entry} labels={labels} />
      ))}
    </ol>
  )
}

function EntryItem({ entry, labels }: { entry: HistoryEntry; labels: HistoryLabels }) {
  const { formatMoment } = useFarmDates()
  return (
    <li className="border-t border-straw py-2.5 text-[0.9375rem]">
      <p className="text-bark-deep">
        <time dateTime={entry.at}>{formatMoment(entry.at)}</time> · {formatActor(entry)}
      </p>
      {formatEntry(entry, labels).map((sentence) => (
        <p key={sentence} className="wrap-anywhere">
          {sentence}
        </p>
      ))}
    </li>
  )
}

export type HistoryLabels = Readonly<
  Record<string, { label: string; format?: (value: unknown) => string }>
>

const ACTIONS: Readonly<Record<string, string>> = {
  created: 'Created',
  deleted: 'Deleted',
  archived: 'Removed from the shop; its orders still show it',
  restored: 'Restored',
  disputed: 'The customer disputed the charge',
  refunded: 'Refunded',
  retried: 'Retried',
  harvested: 'Harvested',
  wasted: 'Waste written down',
  'gave-away': 'Given away',
  counted: 'Counted',
  'stock-undone': 'A change of the stock undone',
}

const OTHERS: Readonly<Record<string, string>> = { disputed: 'The bank' }

function formatActor({ action, person }: Pick<HistoryEntry, 'action' | 'person'>): string {
  return OTHERS[action] ?? person ?? 'At the desk'
}

export function formatEntry(
  { action, before, after }: Omit<HistoryEntry, 'subject' | 'device' | 'address' | 'person'>,
  labels: HistoryLabels,
): string[] {
  if (action !== 'changed') return [ACTIONS[action] ?? action]
  const sentences = Object.entries(labels).flatMap(([field, { label, format = formatPlain }]) => {
    const [old, now] = [before?.[field] ?? null, after?.[field] ?? null]
    if (JSON.stringify(old) === JSON.stringify(now)) return []
    const [from, to] = [format(old), format(now)]
    return from === to ? [`${label} replaced`] : [`${label}: from ${from} to ${to}`]
  })
  if (sentences.length > 0) return sentences
  return [JSON.stringify(before) === JSON.stringify(after) ? 'Saved without changes' : 'Changed']
}

export function formatPlain(value: unknown): string {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text =
    typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
  return text.length > 80 ? `“${text.slice(0, 80)}…”` : text
}
