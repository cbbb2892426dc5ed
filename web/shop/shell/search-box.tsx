import {
  type FocusEvent,
  type KeyboardEvent,
  type SubmitEvent,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react'
import { FAILED_TO_LOAD } from '#web/shop/storefront/product-states.tsx'
import type { MatchListProps, SearchState } from '#web/shop/storefront/search/match-list.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

const LazyMatchList = lazyComponent(() =>
  import('#web/shop/storefront/search/match-list.tsx').then(
    ({ MatchList }) => MatchList,
    () => NoMatchList,
  ),
)

type SearchBoxProps = { onLeave?: () => void; autoFocus?: boolean }

/** Submitting logs the query, filters nothing (specification, section 2), opens the best match. */
export function SearchBox({ onLeave, autoFocus = false }: SearchBoxProps) {
  const id = useId()
  const [used, setUsed] = useState<SearchState | null>(null)
  const keys = useRef<(event: KeyboardEvent<HTMLInputElement>) => void>(null)
  const state = used ?? AT_REST
  const search = { ...state, isOpen: state.isOpen && state.query.trim() !== '' }
  const change = (next: Partial<SearchState>) =>
    setUsed((now) => ({ ...(now ?? AT_REST), active: null, isSent: false, ...next }))
  const close = () => change({ isOpen: false })
  const leave = () => {
    close()
    onLeave?.()
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    console.info('Search:', new FormData(event.currentTarget).get('query'))
    if (search.query.trim()) {
      change({ isOpen: true, isSent: true })
    } else {
      leave()
      location.assign('/#products')
    }
  }
  return (
    <search className="relative block" onBlur={onBlur}>
      <form action="/#products" onSubmit={submit} className="relative">
        <input
          type="text"
          name="query"
          enterKeyHint="search"
          role="combobox"
          aria-haspopup="grid"
          aria-autocomplete="list"
          aria-expanded={search.isOpen}
          aria-controls={search.isOpen ? id : undefined}
          aria-activedescendant={search.active ?? undefined}
          aria-label="Search products"
          placeholder="Search products"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: only where the field was asked for.
          autoFocus={autoFocus}
          onFocus={() => change({})}
          onChange={({ currentTarget }) => change({ query: currentTarget.value, isOpen: true })}
          onClick={() => change({ isOpen: true })}
          onKeyDown={(event) => keys.current?.(event)}
          className="h-11 w-full rounded-full border-[1.5px] border-bark bg-card pr-12 pl-5 text-base placeholder:text-bark-deep"
        />
        <button
          type="submit"
          aria-label="Search"
          className="absolute inset-y-0 right-0 grid w-11 cursor-pointer place-items-center rounded-full text-bark-deep hover:text-leaf"
        >
          <Icon name="search" className="size-5" />
        </button>
      </form>
      {used && (
        <Suspense fallback={<OnlyText id={id} search={search} text="Searching…" />}>
          <LazyMatchList id={id} search={search} onChange={change} onLeave={leave} keys={keys} />
        </Suspense>
      )}
    </search>
  )
}

type ListFrame = Pick<MatchListProps, 'id' | 'search'>

function NoMatchList(frame: ListFrame) {
  return <OnlyText {...frame} text={FAILED_TO_LOAD} />
}

function OnlyText({ id, search, text }: ListFrame & { text: string }) {
  return (
    search.isOpen && (
      <p
        id={id}
        className="absolute top-full right-0 z-1 mt-2 w-full rounded-2xl border border-straw bg-card px-5 py-4 font-semibold"
      >
        {text}
      </p>
    )
  )
}

const AT_REST: SearchState = { query: '', isOpen: false, active: null, isSent: false }
