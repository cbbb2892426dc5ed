import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Form } from '#web/ui/form.tsx'
import { goToHash, replaceHash, useHash } from '#web/ui/use-hash.ts'
import { ON_PHONE, useMedia } from '#web/ui/use-media.ts'
import { TOOL } from '../shared/toolbar.tsx'
import { addressOf, readAddress } from './orders-query.ts'

/** How long after the last keystroke the search starts, in ms. */
const PAUSE = 300

/** Searches the orders: as one types where they are listed, with Enter from elsewhere. */
export function FindField() {
  const hash = useHash()
  const isPhone = useMedia(ON_PHONE)
  const { filter } = readAddress(hash)
  const isListed = /^orders(?![^?/])/.test(hash)
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
    const go = isListed ? replaceHash : goToHash
    go(addressOf({ filter: { ...filter, text: textOrNull(text) }, openId: null }))
  }
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    if (isListed) timer.current = setTimeout(look, PAUSE, text)
  }
  return (
    <Form className="min-w-0 grow basis-36 md:max-w-96" onSubmit={() => look(typed)}>
      <span className="relative grid">
        <Search aria-hidden="true" className="absolute top-3 left-3 size-5 text-bark-deep" />
        <input
          type="search"
          aria-label={LABEL}
          maxLength={100}
          placeholder={isPhone ? 'Number or name' : LABEL}
          title="Number, name, email, phone, address, note or product"
          autoComplete="off"
          enterKeyHint="search"
          value={typed}
          onChange={({ target }) => type(target.value)}
          className={classNames(TOOL, 'pl-10 text-ellipsis')}
        />
      </span>
    </Form>
  )
}

const LABEL = 'Find an order, customer or product'

function textOrNull(text: string): string | null {
  return text.trim() || null
}
