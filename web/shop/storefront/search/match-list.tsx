import {
  type KeyboardEvent,
  type Ref,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useSyncExternalStore,
} from 'react'
import { announce } from '#web/ui/announcer.tsx'
import { leadToProduct } from './lead-to-match.ts'
import { ListBox, ListMessage, type SearchState } from './list-box.tsx'
import { AllergenMatch, cellsOf, FailedMatches, MatchRow, NoMatches } from './match-rows.tsx'
import { pressListKey } from './press-list-key.ts'
import { formatMatches, type Matches, useMatches } from './use-matches.ts'

export type MatchListProps = {
  id: string
  search: SearchState
  onChange: (change: Partial<SearchState>) => void
  onLeave: () => void
  keys: Ref<(event: KeyboardEvent<HTMLInputElement>) => void>
}

/** What stands above the list, and a little air below it, in px. */
const NOT_OURS = 152

/** The height of a list that leaves the page to be seen. */
const SHORT = '11rem'

/** The matches of what is typed, under the field; the focus stays in the field, which points at the active cell. */
export function MatchList({ id, search, onChange, onLeave, keys }: MatchListProps) {
  const { isOpen, active, isSent } = search
  const typed = search.query.trim()
  const question = useDeferredValue(typed)
  const matches = useMatches(question)
  const room = useVisibleHeight() - NOT_OURS
  const sentence = formatMatches(matches, question)
  const products = matches.state === 'found' ? matches.products : []
  const rows = rowsOf(matches, id)
  useImperativeHandle(keys, () => (event) => pressListKey(event, { search, rows, onChange }))
  useOutsidePress(id, isOpen ? () => onChange({ isOpen: false }) : null)
  // What was sent is answered by where it leads.
  useAnnouncement(isOpen && !isSent && typed === question ? sentence : null, question)
  useLead(isSent && typed === question ? matches : null, question, onLeave)
  if (!isOpen) return null
  return (
    <ListBox id={id} height={isSent ? SHORT : `max(${SHORT}, min(38rem, ${room}px))`}>
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
        <MatchRow
          key={product.id}
          product={product}
          cells={cellsOf(id, product)}
          active={active}
          onOpen={onLeave}
        />
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

/** Debounce of the announcement, in ms. */
const REST = 500

/** Once for what was sent: leads to the best match; where there is none, to all products. */
function useLead(sent: Matches | null, question: string, onLeave: () => void): void {
  const lead = useEffectEvent(() => {
    if (sent?.state !== 'found') return
    const [best] = sent.products
    if (best) return void leadToProduct(best, question)
    onLeave()
    location.assign('/#products')
  })
  const state = sent?.state
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes meanwhile leads nobody again.
  useEffect(lead, [state, question])
}

/**
 * Says a sentence to screen readers once typing rests, and the same one again after another
 * question; null is silence, and what was said of an older question is taken back.
 */
function useAnnouncement(sentence: string | null, question: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question with the same answer is answered as well.
  useEffect(() => {
    if (sentence === null) return
    const timer = setTimeout(() => announce(sentence), REST)
    return () => {
      clearTimeout(timer)
      announce('')
    }
  }, [sentence, question])
}

function useOutsidePress(id: string, onPress: (() => void) | null): void {
  const isWatching = onPress !== null
  const press = useEffectEvent(({ target }: PointerEvent) => {
    const search = document.getElementById(id)?.closest('search')
    if (target instanceof Node && !search?.contains(target)) onPress?.()
  })
  useEffect(() => {
    if (!isWatching) return
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [isWatching])
}

/** How much of the page is in sight, in px; the keyboard on a screen takes its part of it. */
function useVisibleHeight(): number {
  return useSyncExternalStore(subscribe, () =>
    Math.round(window.visualViewport?.height ?? window.innerHeight),
  )
}

function subscribe(listener: () => void): () => void {
  const seen: EventTarget = window.visualViewport ?? window
  seen.addEventListener('resize', listener)
  return () => seen.removeEventListener('resize', listener)
}
