import { type FormEvent, type RefObject, useState } from 'react'
import { MAX_REPLY_LENGTH, type Question } from '#contract/chat.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { useReply } from './change-question.ts'

type ReplyFormProps = { question: Question; shelf: RefObject<HTMLElement | null> }

export function ReplyForm({ question, shelf }: ReplyFormProps) {
  const [text, setText] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const sending = useReply(question, () => shelf.current?.focus())
  const send = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(text.trim() === '')
    if (text.trim() !== '') sending.mutate(text.trim())
  }
  return (
    <form className="mt-3 grid gap-3" noValidate onSubmit={send}>
      <TextAreaField
        label="Your reply"
        required
        maxLength={MAX_REPLY_LENGTH}
        hint={
          question.email
            ? `Goes to ${question.email}, and to the chat.`
            : 'Goes to the chat while it is open; no email address was left.'
        }
        error={isEmpty ? 'Please write a reply.' : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" className="justify-self-start" busy={sending.isPending}>
        Send reply
      </Button>
    </form>
  )
}
