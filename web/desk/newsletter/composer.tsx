import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { includesWords } from '#contract/chat/word-forms.ts'
import { writePictureLine } from '#contract/mail/letter-picture.ts'
import { type LetterText, letters, letterText, MAX_LETTER_LENGTH } from '#contract/mail/letters.ts'
import { pictureName } from '#contract/products/pictures.ts'
import { type Product, products } from '#contract/products/products.ts'
import { call, query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Picture, THUMB } from '#web/ui/picture.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListEmpty, ListFailed, ListLoading, PartFailed, QueryStates } from '../shared/card.tsx'
import {
  DialogAt,
  type DialogProps,
  openDialog,
  useDraft,
  useDraftBook,
  useQuestion,
  useQuestionAbout,
} from '../shared/dialog-at.tsx'
import {
  errorsIn,
  type FieldErrors,
  useCheckedForm,
  type WiredProps,
  wiredTo,
} from '../shared/edit-form.ts'
import { StartOverDialog } from '../shared/form-dialog.tsx'
import { useChange } from '../shared/use-change.ts'
import { useDebounced } from '../shared/use-debounced.ts'
import { type LetterDraft, PlanLetter, UNTYPED, useLetterDraft } from './plan-letter.tsx'

type ComposerProps = { subscribers: number; testTo: string }

export function Composer(props: ComposerProps) {
  const { draft, fresh, ...letter } = useLetterDraft()
  if (fresh.error && !draft)
    return <ListFailed text="The draft could not be created." query={fresh} />
  if (!draft) return <ListLoading text="Checking what is in stock…" />
  return <Writing draft={draft} {...letter} {...props} />
}

type WritingProps = ComposerProps &
  Omit<ReturnType<typeof useLetterDraft>, 'draft' | 'fresh'> & { draft: LetterDraft }

function Writing({ draft, isTyped, store, startAnew, subscribers, testTo }: WritingProps) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [written, update] = useDebounced(draft)
  const type = (next: LetterDraft) => {
    store(next)
    setErrors({})
    update(next)
  }
  const begin = () => {
    setErrors({})
    update(UNTYPED)
    startAnew()
  }
  const check = () => {
    const wrong = errorsIn(letterText.safeParse({ subject: draft.subject, body: draft.body }))
    setErrors(wrong)
    return Object.keys(wrong).length === 0
  }
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <div className="grid content-start gap-5">
        <LetterForm typed={draft} errors={errors} onType={type} />
        <SendTest draft={draft} testTo={testTo} check={check} />
        <div className="flex flex-wrap gap-3">
          <SendLetter
            draft={draft}
            subscribers={subscribers}
            check={check}
            store={store}
            onSent={begin}
          />
          <PlanLetter draft={draft} check={check} store={store} onPlanned={begin} />
          <StartAnew isTyped={isTyped} onStart={begin} />
        </div>
      </div>
      <LetterPreview letter={isTyped ? written : draft} />
    </div>
  )
}

function StartAnew({ isTyped, onStart }: { isTyped: boolean; onStart: () => void }) {
  const [isConfirming, setConfirming] = useQuestion('newsletter/anew')
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={button}
        variant="plain"
        size="lg"
        onClick={() => (isTyped ? setConfirming(true) : onStart())}
      >
        Start over
      </Button>
      <StartOverDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          onStart()
        }}
        focusElse={button}
      >
        What you typed will be replaced by a draft about what is in stock now.
      </StartOverDialog>
    </>
  )
}

function LetterForm(form: WiredProps<LetterDraft>) {
  const { typed, onType } = form
  const wired = wiredTo(form)
  const message = useRef<HTMLTextAreaElement>(null)
  const insert = (line: string) => {
    const offset = message.current?.selectionEnd ?? typed.body.length
    onType({ ...typed, body: withLine(typed.body, line, offset) })
  }
  return (
    <div className="grid content-start gap-5">
      <TextField label="Subject" required maxLength={150} {...wired('subject')} />
      <TextAreaField
        ref={message}
        label="Message"
        required
        rows={20}
        hint="A blank line starts a new paragraph, “# ” a heading, “- ” a list item. Web addresses become links."
        maxLength={MAX_LETTER_LENGTH}
        {...wired('body')}
      />
      <Button
        variant="quiet"
        className="justify-self-start"
        onClick={() => openDialog('newsletter/picture')}
      >
        <ImagePlus aria-hidden="true" className="size-5" />
        Add a picture
      </Button>
      <DialogAt address="newsletter/picture">
        {(dialog) => <PicturePicker {...dialog} onPick={insert} />}
      </DialogAt>
    </div>
  )
}

function withLine(body: string, line: string, offset: number): string {
  const end = body.indexOf('\n', offset)
  const [before, after] = end < 0 ? [body, ''] : [body.slice(0, end), body.slice(end)]
  const over = before.trim() === '' ? '' : `${before.trimEnd()}\n\n`
  const under = after.trim() === '' ? '' : `\n\n${after.trimStart()}`
  return over + line + under
}

function LetterPreview({ letter: { subject, body } }: { letter: LetterText }) {
  const preview = useQuery({
    queryKey: [letters.preview.path, subject, body],
    queryFn: () => call(letters.preview, { body: { subject, body } }),
    enabled: subject.trim() !== '' && body.trim() !== '',
    // Text typed a moment ago rarely comes back.
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })
  const { data, error, isPending, isFetching } = preview
  return (
    <section aria-label="Preview" className="grid content-start gap-1.5">
      <p className="font-semibold">Preview</p>
      {data && (
        <iframe
          title="Preview of the newsletter"
          sandbox=""
          srcDoc={inside(data.html)}
          className="h-[38rem] w-full rounded-xl border-[1.5px] border-straw bg-paper"
        />
      )}
      {isPending && isFetching && <Skeleton className="h-[38rem] w-full rounded-xl" />}
      {!data && !error && !isFetching && <p className="text-bark-deep">Nothing to show yet.</p>}
      {error && (
        <PartFailed
          text="The preview could not be loaded:"
          query={preview}
          className="rounded-xl border border-beet bg-card p-4"
        />
      )}
    </section>
  )
}

function inside(html: string): string {
  return html.replace('<head>', '<head><base target="_blank">')
}

type SendLetterProps = {
  draft: LetterDraft
  subscribers: number
  check: () => boolean
  /** Stores the letter with its key before sending, so a retry can't send it twice. */
  store: (draft: LetterDraft) => void
  onSent: () => void
}

function SendLetter({ draft, subscribers, check, store, onSent }: SendLetterProps) {
  // The next letter must not find the question open.
  const [subject, open] = useQuestionAbout<LetterDraft>('newsletter/send')
  const button = useRef<HTMLButtonElement>(null)
  const sending = useChange({
    send: () => call(letters.send, { body: draft }),
    done: ({ recipients }) => ({
      title: 'The newsletter is on its way',
      description: `To ${formatPeople(recipients)}.`,
    }),
    failed: 'Newsletter not sent',
    refreshes: [letters.list],
    onDone: () => {
      open(null)
      onSent()
    },
  })
  const send = () => {
    store(draft)
    sending.mutate(undefined, { onError: () => open(null) })
  }
  return (
    <>
      <Button
        ref={button}
        size="lg"
        disabled={subscribers === 0}
        onClick={() => check() && open(draft)}
      >
        Send to {formatPeople(subscribers)}
      </Button>
      <ConfirmDialog
        open={subject !== null}
        onClose={() => open(null)}
        title="Send this newsletter?"
        confirmLabel={sending.isPending ? 'Sending…' : 'Send'}
        onConfirm={send}
        busy={sending.isPending}
        focusElse={button}
      >
        “{draft.subject}” goes to <strong>{formatPeople(subscribers)}</strong>, each in a separate
        email. This cannot be undone.
      </ConfirmDialog>
    </>
  )
}

function formatPeople(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'subscriber' : 'subscribers'}`
}

type SendTestProps = { draft: LetterDraft; testTo: string; check: () => boolean }

function SendTest({ draft, testTo, check }: SendTestProps) {
  const book = useDraftBook('newsletter/test', 'own')
  const [to, setTo] = useDraft('to', testTo, book)
  const { subject, body } = draft
  const sending = useChange({
    send: () => call(letters.test, { body: { subject, body, to } }),
    done: () => ({ title: 'Test sent', description: `To ${to}.` }),
    failed: 'Test not sent',
    refreshes: [],
  })
  const { errors } = useCheckedForm(sending)
  return (
    <Form onSubmit={() => check() && sending.mutate()} className="flex flex-wrap items-start gap-3">
      <TextField
        label="Send a test to"
        type="email"
        required
        className="grow basis-64"
        error={errors.to}
        value={to}
        onChange={(event) => {
          setTo(event.target.value)
          sending.reset()
        }}
      />
      <Button type="submit" variant="quiet" busy={sending.isPending} className="sm:mt-7.5">
        {sending.isPending ? 'Sending…' : 'Send test'}
      </Button>
    </Form>
  )
}

/** The most shown at once; the search finds the rest. */
const MAX_SHOWN = 60

type PicturePickerProps = DialogProps & { onPick: (line: string) => void }

function PicturePicker({ open, onClose, onPick }: PicturePickerProps) {
  const pick = (product: Product) => {
    onPick(writePictureLine(product))
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Picture from the shelf"
      description="It takes readers to the product’s page. If their email hides pictures, they see its name instead."
      shape="wide"
    >
      <QueryStates what="the products" query={useQuery(query(products.list))}>
        {(list) => <PictureChoices list={list} onPick={pick} />}
      </QueryStates>
    </Dialog>
  )
}

type ChoicesProps = { list: readonly Product[]; onPick: (product: Product) => void }

function PictureChoices({ list, onPick }: ChoicesProps) {
  const [text, setText] = useState('')
  const shown = list.filter(({ imageUrl }) => imageUrl && pictureName(imageUrl))
  const found = shown.filter(({ name }) => includesWords(name, text))
  if (shown.length === 0)
    return <ListEmpty text="No product has a picture yet. Add one under Products." />
  return (
    <div className="grid gap-4">
      <SearchField label="Find a product" value={text} onType={setText} />
      {found.length === 0 && <ListEmpty text="No product found." />}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {found.slice(0, MAX_SHOWN).map((product) => (
          <li key={product.id}>
            <button
              type="button"
              onClick={() => onPick(product)}
              className="grid h-full w-full content-start gap-2 rounded-2xl border border-straw bg-card p-2 text-left hover:border-leaf"
            >
              <Picture
                url={product.imageUrl}
                use={THUMB}
                className="aspect-4/3 w-full rounded-xl"
              />
              <span className="leading-snug font-semibold wrap-anywhere">{product.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length > MAX_SHOWN && (
        <p className="text-bark-deep">
          {(found.length - MAX_SHOWN).toLocaleString('en-US')} more: search for a name.
        </p>
      )}
    </div>
  )
}
