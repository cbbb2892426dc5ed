import { Ellipsis, Plus, Search, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { later } from '../shared/later.tsx'
import { TOOL } from '../shared/toolbar.tsx'
import { type Choices, DayChips } from './day-chips.tsx'
import { isNarrow, type ListFilter } from './order-address.ts'

const MoreSheet = later(() => import('./more-sheet.tsx').then((code) => code.MoreSheet))

/** How long after the last keystroke the search starts, in ms. */
const PAUSE = 300

type FilterProps = { filter: ListFilter; onFilter: (filter: ListFilter) => void }

type OrderToolsProps = FilterProps & { choices: Choices | undefined }

export function OrderTools({ choices, ...shown }: OrderToolsProps) {
  return (
    <search className="mb-1 flex flex-wrap items-center gap-x-2 gap-y-1">
      <div className="flex flex-wrap gap-2 max-lg:basis-full lg:order-last lg:ml-auto">
        <FindField {...shown} />
        <Button
          variant="quiet"
          size="icon"
          aria-label="More about the orders"
          title="More"
          onClick={() => openDialog('orders/more')}
        >
          <Ellipsis aria-hidden="true" className="size-5" />
        </Button>
        <NewOrderButton />
      </div>
      {choices && <DayChips {...shown} choices={choices} />}
      <DialogAt address="orders/more">{(dialog) => <MoreSheet {...shown} {...dialog} />}</DialogAt>
    </search>
  )
}

function NewOrderButton() {
  return (
    <Button onClick={() => openDialog('orders/new')}>
      <Plus aria-hidden="true" className="size-5" />
      New order
    </Button>
  )
}

function FindField({ filter, onFilter }: FilterProps) {
  const [typed, setTyped] = useState(filter.text ?? '')
  const [known, setKnown] = useState(filter.text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (known !== filter.text) {
    // The address changed, from this field or from elsewhere: show it.
    setKnown(filter.text)
    if (filter.text !== textOrNull(typed)) setTyped(filter.text ?? '')
  }
  const look = (text: string) => {
    clearTimeout(timer.current)
    onFilter({ ...filter, text: textOrNull(text) })
  }
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(look, PAUSE, text)
  }
  return (
    <form
      className="min-w-0 grow basis-36 lg:w-56 lg:basis-auto"
      onSubmit={(event) => {
        event.preventDefault()
        look(typed)
      }}
    >
      <span className="relative grid">
        <Search aria-hidden="true" className="absolute top-3 left-3 size-5 text-bark-deep" />
        <input
          type="search"
          aria-label="Find an order"
          maxLength={100}
          placeholder="Number or name"
          title="Number, name, email, phone, address, note or product"
          autoComplete="off"
          enterKeyHint="search"
          value={typed}
          onChange={({ target }) => type(target.value)}
          className={classNames(TOOL, 'pl-10')}
        />
      </span>
    </form>
  )
}

export function ClearFilter({
  filter,
  onFilter,
  isSmall = false,
}: FilterProps & { isSmall?: boolean }) {
  if (!isNarrow(filter)) return null
  return (
    <Button
      variant="quiet"
      size="sm"
      className={isSmall ? 'max-lg:w-11 max-lg:px-0' : undefined}
      onClick={() => onFilter({ text: null })}
    >
      <X aria-hidden="true" className="size-4.5" />
      <span className={isSmall ? 'max-lg:sr-only' : undefined}>Show all orders</span>
    </Button>
  )
}

function textOrNull(text: string): string | null {
  return text.trim() || null
}
