import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { type LetterText, letters, letterText, MAX_LETTER_LENGTH } from '#contract/letters.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { errorsIn, type FieldErrors } from '../shared/checked-form.ts'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { ListFailed, ListLoading, TryAgain } from '../shared/list-states.tsx'
import { StartOverDialog } from '../shared/start-over-dialog.tsx'
import { useDebounced } from '../shared/use-debounced.ts'
import { useQuestion } from '../shared/use-question.ts'
import { type LetterDraft, useLetterDraft } from './letter-draft.ts'
import { PicturePicker } from './picture-picker.tsx'
import { PlanLetter } from './plan-letter.tsx'
import { SendLetter, SendTest } from './send-letter.tsx'

type ComposerProps = { subscribers: number; testTo: string }

export function Composer({ subscribers, testTo }: ComposerProps) {
  const { draft, isTyped, fresh, store, startAnew } = useLetterDraft()
  if (fresh.error && !draft)
    return <ListFailed text="The draft could not be created." query={fresh} />
  if (!draft) return <ListLoading text="Checking what is in stock…" />
  return <Writing {...{ draft, isTyped, store, startAnew, subscribers, testTo }} />
}

type WritingProps = ComposerProps & {
  draft: LetterDraft
  isTyped: boolean
  store: (draft: LetterDraft) => void
  startAnew: () => void
}

function Writing({ draft, isTyped, store, startAnew, subscribers, testTo }: WritingProps) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [subject, updateSubject] = useDebounced(draft.subject)
  const [body, updateBody] = useDebounced(draft.body)
  const type = (next: LetterDraft) => {
    store(next)
    setErrors({})
    updateSubject(next.subject)
    updateBody(next.body)
  }
  const begin = () => {
    setErrors({})
    updateSubject('')
    updateBody('')
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
        <LetterForm draft={draft} errors={errors} onType={type} />
        <SendTest {...{ draft, testTo, check }} />
        <div className="flex flex-wrap gap-3">
          <SendLetter {...{ draft, subscribers, check, store }} onSent={begin} />
          <PlanLetter {...{ draft, check, store }} onPlanned={begin} />
          <StartAnew isTyped={isTyped} onStart={begin} />
        </div>
      </div>
      <LetterPreview
        letter={isTyped ? { subject, body } : { subject: draft.subject, body: draft.body }}
      />
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

type LetterFormProps = {
  draft: LetterDraft
  errors: FieldErrors
  onType: (draft: LetterDraft) => void
}

function LetterForm({ draft, errors, onType }: LetterFormProps) {
  const message = useRef<HTMLTextAreaElement>(null)
  const insert = (line: string) => {
    const offset = message.current?.selectionEnd ?? draft.body.length
    onType({ ...draft, body: withLine(draft.body, line, offset) })
  }
  return (
    <div className="grid content-start gap-5">
      <TextField
        label="Subject"
        required
        error={errors.subject}
        maxLength={150}
        value={draft.subject}
        onChange={(event) => onType({ ...draft, subject: event.target.value })}
      />
      <TextAreaField
        ref={message}
        label="Message"
        required
        rows={20}
        hint="A blank line starts a new paragraph, “# ” a heading, “- ” a list item. Web addresses become links."
        error={errors.body}
        maxLength={MAX_LETTER_LENGTH}
        value={draft.body}
        onChange={(event) => onType({ ...draft, body: event.target.value })}
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

function LetterPreview({ letter }: { letter: LetterText }) {
  const preview = useQuery({
    queryKey: [letters.preview.path, letter],
    queryFn: () => call(letters.preview, { body: letter }),
    enabled: letter.subject.trim() !== '' && letter.body.trim() !== '',
    // What was typed a moment ago is hardly ever typed again.
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })
  const { data, error, isPending, isFetching } = preview
  return (
    <section aria-label="Preview" className="grid content-start gap-1.5">
      <p className="font-semibold">As the reader will see it</p>
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
        <div
          role="alert"
          className="grid justify-items-start gap-3 rounded-xl border border-beet bg-card p-4"
        >
          <p>The preview could not be loaded: {sentenceOf(error)}</p>
          <TryAgain size="sm" query={preview} />
        </div>
      )}
    </section>
  )
}

function inside(html: string): string {
  return html.replace('<head>', '<head><base target="_blank">')
}
