import { createContext, type ReactNode, use, useRef, useState } from 'react'
import { Boundary } from '#web/ui/boundary.tsx'
import { currentHash, goToHash, useHash } from '#web/ui/use-hash.ts'
import type { Holds } from './draft-store.ts'
import { afterStepBack, finishAt, isWithin, leaveTo, withQuery } from './leaving.ts'
import { DraftContext, openDraft } from './use-draft.ts'

export type DialogProps = { open: boolean; onClose: () => void }

type Addressed = {
  address: string
  /** When unsaved text from an earlier opening was typed. */
  foundAt: string | null
  startOver: () => void
  forget: () => void
  finishAt: (hash: string) => void
}

export const AddressContext = createContext<Addressed | null>(null)

type DialogAtProps = {
  /** Such as `orders/7/refund`, without `#`. */
  address: string
  /** Where closing leads; by default the address without its last part. */
  parent?: string
  holds?: Holds
  children: (dialog: DialogProps) => ReactNode
}

/** Open at its address: Back closes it, a reload reopens it with what was typed. */
export function DialogAt({ address, parent, holds = 'own', children }: DialogAtProps) {
  const isHere = isWithin(address, useHash())
  const [opened, setOpened] = useState({ isHere: false, count: 0 })
  if (opened.isHere !== isHere)
    setOpened({ isHere, count: isHere ? opened.count + 1 : opened.count })
  if (opened.count === 0) return null
  return (
    <Opening
      key={opened.count}
      {...{ address, holds, children }}
      parent={parent ?? address.replace(/\/[^/]*$/, '')}
      isHere={isHere}
    />
  )
}

export function openDialog(address: string): void {
  afterStepBack(() => goToHash(withQuery(address)))
}

export function useFinish(): (hash: string) => void {
  const addressed = use(AddressContext)
  return addressed?.finishAt ?? goToHash
}

type OpeningProps = Required<DialogAtProps> & { isHere: boolean }

function Opening({ address, parent, holds, children, isHere }: OpeningProps) {
  const [draft, setDraft] = useState({ book: openDraft(address, holds), count: 0 })
  const [isClosed, setClosed] = useState(false)
  const isLeft = useRef(false)
  const { book, count } = draft
  const leave = (go: () => void) => {
    book.forget()
    setClosed(true)
    // A save may be answered after the dialog was left, and a closing asked for twice.
    if (!isLeft.current && isWithin(address, currentHash())) go()
    isLeft.current = true
  }
  const addressed: Addressed = {
    address,
    foundAt: book.found?.at ?? null,
    startOver: () => {
      book.forget()
      setDraft({ book: openDraft(address, holds), count: count + 1 })
    },
    forget: book.forget,
    finishAt: (hash) => leave(() => finishAt(hash)),
  }
  const onClose = () => leave(() => leaveTo(withQuery(parent)))
  return (
    <AddressContext value={addressed}>
      <DraftContext value={book}>
        <Boundary key={count} part="dialog">
          {children({ open: isHere && !isClosed, onClose })}
        </Boundary>
      </DraftContext>
    </AddressContext>
  )
}
