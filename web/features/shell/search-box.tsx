import { Search } from 'lucide-react'
import type { SubmitEvent } from 'react'

/** The search box; submitting it logs the query and filters nothing (specification, section 2). Suggestions will open beneath it. */
export function SearchBox({ onSubmitted }: { onSubmitted?: () => void }) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    console.info('Search:', new FormData(event.currentTarget).get('query'))
    onSubmitted?.()
  }
  return (
    <search>
      <form onSubmit={submit} className="relative">
        <input
          type="search"
          name="query"
          aria-label="Search products"
          placeholder="Search products"
          autoComplete="off"
          className="h-11 w-full rounded-full border-[1.5px] border-bark bg-card pr-12 pl-5 text-base placeholder:text-bark-deep"
        />
        <button
          type="submit"
          aria-label="Search"
          className="absolute inset-y-0 right-0 grid w-11 cursor-pointer place-items-center rounded-full text-bark-deep hover:text-leaf"
        >
          <Search aria-hidden="true" className="size-5" />
        </button>
      </form>
    </search>
  )
}
