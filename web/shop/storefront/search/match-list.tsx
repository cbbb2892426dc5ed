import { type KeyboardEvent, type Ref, useDeferredValue, useImperativeHandle } from 'react'
import { formatMatches } from './format-matches.ts'
import { ListBox } from './list-box.tsx'
import { ListMessage } from './list-message.tsx'
import { cellsOf, MatchRow } from './match-row.tsx'
import { AllergenMatch, FailedMatches, NoMatches } from './match-states.tsx'
import { pressListKey } from './press-list-key.ts'
import type { SearchState } from './search-state.ts'
import { useAnnouncement } from './use-announcement.ts'
import { type Matches, useMatches } from './use-matches.ts'
import { useOutsidePress } from './use-outside-press.ts'
import { useVisibleHeight } from './use-visible-height.ts'

export type MatchListProps = {
  id: string
  search: SearchState
  onChange: (change: Partial<SearchState>) => void
  onLeave: () => void
  keys: Ref<(event: KeyboardEvent) => void>
}

/** What stands above the list, and a little air below it, in px. */
const NOT_OURS = 152

/** The matches of what is typed, under the field; the focus stays in the field, which points at the active cell. */
export function MatchList({ id, search, onChange, onLeave, keys }: MatchListProps) {
  const { isOpen, active } = search
  const question = useDeferredValue(search.query.trim())
  const matches = useMatches(question)
  const room = useVisibleHeight() - NOT_OURS
  const sentence = formatMatches(matches, question)
  const products = matches.state === 'found' ? matches.products : []
  const rows = rowsOf(matches, id)
  useImperativeHandle(keys, () => (event) => pressListKey(event, { search, rows, onChange }))
  useOutsidePress(id, isOpen ? () => onChange({ isOpen: false }) : null)
  useAnnouncement(isOpen ? sentence : null, question)
  if (!isOpen) return null
  return (
    <ListBox id={id} height={`max(11rem, min(38rem, ${room}px))`}>
      {matches.state === 'looking' && <ListMessage text="Searching…" />}
      {matches.state === 'failed' && (
        <FailedMatches
          cell={retryCell(id)}
          isHere={active === retryCell(id)}
          onRetry={matches.tryAgain}
          isRetrying={matches.isTrying}
        />
      )}
      {matches.state === 'allergens' && (
        <AllergenMatch
          text={sentence ?? ''}
          page={matches.page}
          cell={pageCell(id)}
          isHere={active === pageCell(id)}
          onOpen={onLeave}
        />
      )}
      {matches.state === 'found' && products.length === 0 && <NoMatches text={sentence ?? ''} />}
      {products.map((product) => (
        <MatchRow key={product.id} product={product} cells={cellsOf(id, product)} active={active} onOpen={onLeave} />
      ))}
    </ListBox>
  )
}

function rowsOf(matches: Matches, id: string): (readonly string[])[] {
  if (matches.state === 'failed') return [[retryCell(id)]]
  if (matches.state === 'allergens') return matches.page ? [[pageCell(id)]] : []
  return matches.state === 'found' ? matches.products.map((product) => cellsOf(id, product)) : []
}

const retryCell = (id: string) => `${id}-retry`
const pageCell = (id: string) => `${id}-page`
