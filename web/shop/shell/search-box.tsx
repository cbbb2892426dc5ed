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
import { ListBox, ListMessage, type SearchState } from '#web/shop/storefront/search/list-box.tsx'
import type { MatchListProps } from '#web/shop/storefront/search/match-list.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

const LazyMatchList = lazyComponent(() =>
  import('#web/shop/storefront/search/match-list.tsx').then(
    ({ MatchList }) => MatchList,
    () => NoMatchList,
  ),
)

/** The search box; submitting it logs the query and filters nothing (specification, section 2). Matches open under it while typing. */
export function SearchBox({ onLeave }: { onLeave?: () => void }) {
  const id = useId()
  const { search, wasUsed, keys, change, close, onKeyDown, onBlur } = useSearchField()
  const leave = () => {
    close()
    onLeave?.()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    console.info('Search:', new FormData(event.currentTarget).get('query'))
    leave()
    location.assign('/#products')
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
          onFocus={() => change({})}
          onChange={({ currentTarget }) => change({ query: currentTarget.value, isOpen: true })}
          onClick={() => change({ isOpen: true })}
          onKeyDown={onKeyDown}
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
      {wasUsed && (
        <Suspense fallback={<OnlyText id={id} search={search} text="Searching…" />}>
          <LazyMatchList id={id} search={search} onChange={change} onLeave={leave} keys={keys} />
        </Suspense>
      )}
    </search>
  )
}

type ListFrame = Pick<MatchListProps, 'id' | 'search'>

/** Where the code of the list could not be fetched. */
function NoMatchList(frame: ListFrame) {
  return <OnlyText {...frame} text={FAILED_TO_LOAD} />
}

function OnlyText({ id, search, text }: ListFrame & { text: string }) {
  return (
    search.isOpen && (
      <ListBox id={id}>
        <ListMessage text={text} />
      </ListBox>
    )
  )
}

const AT_REST: SearchState = { query: '', isOpen: false, active: null }

/** What is typed into a search field and whether its list is open; Escape closes the list and then clears, Tab and a focus elsewhere close. */
function useSearchField() {
  const [search, setSearch] = useState<SearchState | null>(null)
  const keys = useRef<(event: KeyboardEvent) => void>(null)
  const { query, isOpen, active } = search ?? AT_REST
  const change = (next: Partial<SearchState>) =>
    setSearch((now) => ({ ...(now ?? AT_REST), active: null, ...next }))
  const close = () => change({ isOpen: false })
  const shown = { query, active, isOpen: isOpen && query.trim() !== '' }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Tab') close()
    else if (event.key !== 'Escape' || query === '') keys.current?.(event)
    else {
      event.preventDefault()
      if (shown.isOpen) close()
      else {
        event.currentTarget.value = ''
        change({ query: '' })
      }
    }
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
  }
  return { search: shown, wasUsed: search !== null, keys, change, close, onKeyDown, onBlur }
}
