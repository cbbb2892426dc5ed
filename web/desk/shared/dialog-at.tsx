import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Boundary } from '#web/ui/boundary.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { currentHash, goToHash, useHash } from '#web/ui/use-hash.ts'
import { forgetDraft, type Holds, readDraft, type StoredDraft, storeDraft } from './draft-store.ts'
import { afterStepBack, finishAt, isWithin, leaveTo, pathOf, withQuery } from './leaving.ts'
import { type Change, useChange } from './use-change.ts'

export type DialogProps = { open: boolean; onClose: () => void }

type Addressed = {
  address: string
  /** When the unsaved text of an earlier opening was typed. */
  foundAt: string | null
  startOver: () => void
  forget: () => void
  finishAt: (hash: string) => void
}

export const AddressContext = createContext<Addressed | null>(null)

type DialogAtProps = {
  /** For example `orders/7/refund`, without `#`. */
  address: string
  /** Where closing leads; by default the address without its last part. */
  parent?: string
  holds?: Holds
  children: (dialog: DialogProps) => ReactNode
}

/** Open while at its address: Back closes it, and a reload reopens it with what was typed. */
export function DialogAt({ address, parent, holds = 'own', children }: DialogAtProps) {
  const isHere = isWithin(address, useHash())
  const [opened, setOpened] = useState({ isHere: false, count: 0 })
  if (opened.isHere !== isHere)
    setOpened({ isHere, count: isHere ? opened.count + 1 : opened.count })
  if (opened.count === 0) return null
  return (
    <Opening
      key={opened.count}
      address={address}
      holds={holds}
      parent={parent ?? address.replace(/\/[^/]*$/, '')}
      isHere={isHere}
    >
      {children}
    </Opening>
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
    // A save may be answered after the dialog was left, and closing may be asked for twice.
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

type DraftBook = {
  found: StoredDraft | null
  store: (part: string, first: unknown, value: unknown) => void
  forget: () => void
}

function openDraft(name: string, holds: Holds): DraftBook {
  const found = readDraft(name, holds, new Date())
  const firsts: Record<string, string> = {}
  const parts: Record<string, unknown> = {}
  let isForgotten = false
  const isTyped = () => Object.keys(parts).some((part) => firsts[part] !== asText(parts[part]))
  return {
    found,
    store: (part, first, value) => {
      firsts[part] ??= asText(first)
      parts[part] = value
      if (isForgotten) return
      if (isTyped()) storeDraft(name, holds, { at: ageOf(found, parts), parts })
      else forgetDraft(name, holds)
    },
    forget: () => {
      isForgotten = true
      forgetDraft(name, holds)
    },
  }
}

function ageOf(found: StoredDraft | null, parts: StoredDraft['parts']): string {
  const isOld =
    found && Object.keys(parts).every((part) => asText(parts[part]) === asText(found.parts[part]))
  return isOld ? found.at : new Date().toISOString()
}

export const DraftContext = createContext<DraftBook | null>(null)

/** Form state that survives a reload; `part` names it within its form. */
export function useDraft<Value>(part: string, first: Value | (() => Value), own?: DraftBook) {
  const around = use(DraftContext)
  const book = own ?? around
  const [start] = useState(first)
  const [value, setValue] = useState(() => {
    const found = book?.found?.parts[part]
    return isLike(start, found) ? found : start
  })
  useEffect(() => book?.store(part, start, value), [book, part, start, value])
  return [value, setValue] as const
}

export function useDraftBook(name: string, holds: Holds): DraftBook {
  const [book] = useState(() => openDraft(name, holds))
  return book
}

/** A draft from another release may not fit this form. */
function isLike<Value>(first: Value, found: unknown): found is Value {
  if (found === undefined) return false
  if (first === null || found === null) return true
  if (Array.isArray(first) || Array.isArray(found))
    return Array.isArray(first) && Array.isArray(found)
  if (typeof first !== 'object' || typeof found !== 'object') return typeof first === typeof found
  return Object.keys(first).every((name) => name in found)
}

function asText(value: unknown): string {
  return JSON.stringify(value) ?? ''
}

/** Opens and closes a question with nothing to type. `parent`: where closing it leads. */
export function useQuestion(address: string, parent = address.replace(/\/[^/]*$/, '')) {
  const isHere = isWithin(address, useHash())
  const [isLeft, setLeft] = useState(false)
  const isLeaving = useRef(false)
  if (!isHere && isLeft) setLeft(false)
  useEffect(() => {
    if (!isHere) isLeaving.current = false
  }, [isHere])
  const set = (isOpen: boolean) => {
    if (isOpen) return openDialog(address)
    if (isWithin(address, currentHash()) && !isLeaving.current) {
      isLeaving.current = true
      setLeft(true)
      leaveTo(withQuery(parent))
    }
  }
  return [isHere && !isLeft, set] as const
}

/** For a question about something only this page knows: opened by its address alone, it closes. */
export function useQuestionAbout<About>(address: string) {
  const [about, setAbout] = useState<About | null>(null)
  const [isOpen, open] = useQuestion(address)
  const isEmpty = isOpen && about === null
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
    if (isEmpty) latest.current(false)
  })
  const set = (next: About | null) => {
    if (next !== null) setAbout(() => next)
    open(next !== null)
  }
  return [isOpen ? about : null, set] as const
}

export function useQuestionOf<Which extends string>(
  address: string,
  { names, parent }: { names: readonly Which[]; parent: string },
) {
  const path = pathOf(useHash())
  const which = names.find((name) => isWithin(`${address}/${name}`, path)) ?? null
  const [isOpen, open] = useQuestion(`${address}/${which}`, parent)
  const set = (next: Which | null) =>
    next === null ? open(false) : openDialog(`${address}/${next}`)
  return [isOpen ? which : null, set] as const
}

export type QuestionProps = DialogProps & { focusElse: RefObject<HTMLElement | null> }

export type ChangeQuestionProps<Answer> = Omit<Change<void, Answer>, 'onDone' | 'onShown'> &
  QuestionProps & {
    title: string
    confirmLabel?: string
    cancelLabel?: string
    busyLabel?: string
    isSafe?: boolean
    /** Where to go when done, if the place behind the question is gone as well. */
    leadsTo?: string
    children: ReactNode
  }

export function ChangeQuestion<Answer>({
  send,
  done,
  failed,
  refreshes,
  confirmLabel = 'Delete',
  busyLabel = 'Deleting…',
  leadsTo,
  ...dialog
}: ChangeQuestionProps<Answer>) {
  const finish = useFinish()
  const onDone = leadsTo === undefined ? {} : { onDone: () => finish(leadsTo) }
  const change = useChange({ send, done, failed, refreshes, ...onDone, onShown: dialog.onClose })
  return (
    <ConfirmDialog
      {...dialog}
      confirmLabel={change.isPending ? busyLabel : confirmLabel}
      busy={change.isPending}
      onConfirm={() => change.mutate()}
    />
  )
}
