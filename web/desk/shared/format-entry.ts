import type { HistoryEntry } from '#contract/history.ts'

/** How the fields of a thing are called and shown; a field that is not named here is not spoken of. */
export type HistoryLabels = Readonly<Record<string, { label: string; format?: (value: unknown) => string }>>

const ACTIONS: Readonly<Record<string, string>> = {
  created: 'Created',
  deleted: 'Deleted',
  archived: 'Removed from the shop; its orders still show it',
  disputed: 'The customer disputed the charge',
  refunded: 'Refunded',
  retried: 'Retried',
}

const OTHERS: Readonly<Record<string, string>> = { disputed: 'The bank' }

export function formatActor({ action }: Pick<HistoryEntry, 'action'>): string {
  return OTHERS[action] ?? 'At the desk'
}

export function formatEntry(
  { action, before, after }: Omit<HistoryEntry, 'subject' | 'device' | 'address'>,
  labels: HistoryLabels,
): string[] {
  if (action !== 'changed') return [ACTIONS[action] ?? action]
  const sentences = Object.entries(labels).flatMap(([field, { label, format = formatPlain }]) => {
    const [old, now] = [before?.[field] ?? null, after?.[field] ?? null]
    if (JSON.stringify(old) === JSON.stringify(now)) return []
    const [from, to] = [format(old), format(now)]
    return from === to ? [`${label} replaced`] : [`${label}: from ${from} to ${to}`]
  })
  return sentences.length > 0 ? sentences : ['Saved without changes']
}

function formatPlain(value: unknown): string {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
  return text.length > 80 ? `“${text.slice(0, 80)}…”` : text
}
