import { useQuery } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type Ref,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useSyncExternalStore,
} from 'react'
import type { PageLink } from '#contract/pages/pages.ts'
import { isAllergenPage } from '#contract/products/allergens.ts'
import type { Product } from '#contract/products/products.ts'
import { pageLinksQuery, productsQuery } from '#web/api/shop-queries.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { FAILED_TO_LOAD } from '../product-states.tsx'
import { leadToProduct } from './lead-to-match.ts'
import { cellsOf, MatchRow } from './match-row.tsx'
import { shopSearch } from './product-finder.ts'

export type SearchState = {
  query: string
  isOpen: boolean
  active: string | null
  isSent: boolean
}

export type MatchListProps = {
  id: string
  search: SearchState
  onChange: (change: Partial<SearchState>) => void
  onLeave: () => void
  keys: Ref<(event: KeyboardEvent<HTMLInputElement>) => void>
}

const NOT_OURS = 152

/** The focus stays in the field, which points at the active cell. */
export function MatchList({ id, search, onChange, onLeave, keys }: MatchListProps) {
  const { isOpen, active, isSent } = search
  const typed = search.query.trim()
  const question = useDeferredValue(typed)
  const matches = useMatches(question)
  const room = useVisibleHeight() - NOT_OURS
  const sentence = formatMatches(matches, question)
  const products = matches.state === 'found' ? matches.products : []
  const rows = optionRows(matches, id)
  useImperativeHandle(keys, () => (event) => pressListKey(event, { search, rows, onChange }))
  useHandedOn(active, rows, onChange)
  useOutsidePress(id, isOpen ? () => onChange({ isOpen: false }) : null)
  // The page that a submitted search leads to is its answer.
  useAnnouncement(isOpen && !isSent && typed === question ? sentence : null, question)
  useLead(isSent && typed === question ? matches : null, question, onLeave)
  if (!isOpen) return null
  return (
    <div
      style={{ maxHeight: `max(11rem, min(38rem, ${room}px))` }}
      className="absolute top-full right-0 z-1 mt-2 w-full overflow-y-auto overscroll-contain rounded-2xl border border-straw bg-card raised lg:w-[26rem]"
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is the element to make a grid of.
        role="grid"
        id={id}
        aria-label="Matches"
        // A press keeps the focus in the field, and a phone's keyboard open.
        onMouseDown={(event) => event.preventDefault()}
        className="w-full"
      >
        <tbody>
          {products.length === 0 && (
            <tr>
              <td className="px-5 py-4 wrap-anywhere text-bark-deep">
                <p className="font-semibold text-soil">{sentence ?? 'Searching…'}</p>
                <InsteadOfMatches
                  cell={onlyCell(id)}
                  matches={matches}
                  active={active}
                  onLeave={onLeave}
                />
              </td>
            </tr>
          )}
          {products.map((product) => (
            <MatchRow
              key={product.id}
              product={product}
              cells={cellsOf(id, product)}
              active={active}
              onOpen={onLeave}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type InsteadOfMatchesProps = {
  cell: string
  matches: Matches
  active: string | null
  onLeave: () => void
}

function InsteadOfMatches({ cell, matches, active, onLeave }: InsteadOfMatchesProps) {
  const asCell = { id: cell, tabIndex: -1, 'data-here': active === cell || undefined }
  switch (matches.state) {
    case 'looking':
      return null
    case 'failed':
      return (
        <Button
          {...asCell}
          variant="quiet"
          busy={matches.isTrying}
          onClick={() => void matches.tryAgain()}
          className="mt-3"
        >
          Try again
        </Button>
      )
    case 'allergens':
      return (
        matches.page && (
          <TextLink
            {...asCell}
            href={`/pages/${matches.page.slug}`}
            onClick={onLeave}
            className="wrap-anywhere"
          >
            {matches.page.title}
          </TextLink>
        )
      )
    case 'found':
      return (
        <p className="text-[0.9375rem]">Try a shorter word, or press Enter to see everything.</p>
      )
  }
}

function optionRows(matches: Matches, id: string): (readonly string[])[] {
  if (matches.state === 'failed') return [[onlyCell(id)]]
  if (matches.state === 'allergens') return matches.page ? [[onlyCell(id)]] : []
  return matches.state === 'found' ? matches.products.map((product) => cellsOf(id, product)) : []
}

/** Of a list without matches. */
const onlyCell = (id: string) => `${id}-only`

/** Debounce of the announcement, in ms. */
const REST = 500

function useLead(sent: Matches | null, question: string, onLeave: () => void): void {
  const lead = useEffectEvent(() => {
    if (sent?.state !== 'found') return
    const [best] = sent.products
    onLeave()
    if (best) void leadToProduct(best, question)
    else location.assign('/#products')
  })
  const state = sent?.state
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes meanwhile leads nobody again.
  useEffect(lead, [state, question])
}

/** Announces once typing pauses, and again for each new question. Null takes the last one back. */
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

/** The list catches up with typing once the processor is free: the active match may leave it. */
function useHandedOn(
  active: string | null,
  rows: readonly (readonly string[])[],
  onChange: MatchListProps['onChange'],
): void {
  const isGone = active !== null && !rows.some((cells) => cells.includes(active))
  const handOn = useEffectEvent(() => onChange({ active: rows[0]?.[0] ?? null }))
  useEffect(() => {
    if (isGone) handOn()
  }, [isGone])
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

/** In px, less what an on-screen keyboard covers. */
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

const MAX_MATCHES = 8

type Matches =
  | { state: 'looking' }
  | { state: 'failed'; tryAgain: () => unknown; isTrying: boolean }
  | { state: 'allergens'; page: PageLink | null }
  | { state: 'found'; products: Product[]; total: number }

function useMatches(question: string): Matches {
  const { data, refetch, isFetching } = useQuery(productsQuery)
  const { data: pages } = useQuery(pageLinksQuery)
  const find = useMemo(() => (data ? shopSearch(data) : null), [data])
  const found = useMemo(() => (find ? find(question) : []), [find, question])
  if (data === undefined) return { state: 'looking' }
  if (data === null) return { state: 'failed', tryAgain: refetch, isTrying: isFetching }
  if (found === null) return { state: 'allergens', page: pages?.find(isAllergenPage) ?? null }
  return { state: 'found', products: found.slice(0, MAX_MATCHES), total: found.length }
}

const MAX_REPEATED = 40

function formatMatches(matches: Matches, question: string): string | null {
  if (matches.state === 'looking') return null
  if (matches.state === 'failed') return FAILED_TO_LOAD
  if (matches.state === 'allergens') return formatNotSorted(matches.page)
  const { products, total } = matches
  if (total === 0) return `No match for “${shortened(question)}”.`
  if (total > products.length) return `Top ${products.length} of ${total} matches.`
  return total === 1 ? '1 match.' : `${total} matches.`
}

function formatNotSorted(page: PageLink | null): string {
  const where = page
    ? `please see “${page.title}”.`
    : 'please read each product’s details, or ask us.'
  return `We don’t sort our products by allergen or diet: ${where}`
}

function shortened(question: string): string {
  const letters = [...question.slice(0, 2 * MAX_REPEATED)]
  return letters.length > MAX_REPEATED
    ? `${letters.slice(0, MAX_REPEATED - 1).join('')}…`
    : question
}

const OF_THE_TEXT = ['ArrowLeft', 'ArrowRight', 'Home', 'End']

type ListKeys = {
  search: SearchState
  rows: readonly (readonly string[])[]
  onChange: (change: Partial<SearchState>) => void
}

function pressListKey(event: KeyboardEvent<HTMLInputElement>, keys: ListKeys): void {
  const { isOpen, query } = keys.search
  const isEscape = event.key === 'Escape' && query !== ''
  if (isEscape) event.preventDefault()
  if (event.key === 'Tab' || (isEscape && isOpen)) keys.onChange({ isOpen: false })
  else if (isEscape) {
    event.currentTarget.value = ''
    keys.onChange({ query: '' })
  } else moveInGrid(event, keys)
}

function moveInGrid(
  event: KeyboardEvent,
  { search: { isOpen, active }, rows, onChange }: ListKeys,
): void {
  const { altKey, ctrlKey, metaKey, shiftKey, key } = event
  if (altKey || ctrlKey || metaKey || shiftKey || event.nativeEvent.isComposing) return
  const cell = active === null ? null : document.getElementById(active)
  const step = isOpen ? stepInGrid(rows, active, key) : key === 'ArrowDown' ? null : undefined
  if (step !== undefined) {
    event.preventDefault()
    onChange({ isOpen: true, active: step })
    if (step !== null)
      document.getElementById(step)?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  } else if (isOpen && cell && key === 'Enter') {
    event.preventDefault()
    cell.click()
  } else if (OF_THE_TEXT.includes(key)) onChange({})
}

/** The next cell's ID; null to go back to the text; undefined if the key belongs to the text. */
function stepInGrid(
  rows: readonly (readonly string[])[],
  active: string | null,
  key: string,
): string | null | undefined {
  const row = rows.findIndex((cells) => cells.some((cell) => cell === active))
  const column = rows[row]?.indexOf(active ?? '') ?? 0
  switch (key) {
    case 'ArrowDown':
      return rows[row + 1]?.[column] ?? null
    case 'ArrowUp':
      return (row < 0 ? rows.at(-1)?.[0] : rows[row - 1]?.[column]) ?? null
    case 'ArrowRight':
      return row < 0 ? undefined : (rows[row]?.[column + 1] ?? active)
    case 'ArrowLeft':
      return rows[row]?.[column - 1]
  }
}
