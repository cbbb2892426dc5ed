import { type ComponentProps, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import {
  ChangeQuestion,
  type ChangeQuestionProps,
  type QuestionProps,
  useQuestion,
} from './dialog-at.tsx'

type QuestionButtonProps<Answer> = Omit<ChangeQuestionProps<Answer>, keyof QuestionProps> & {
  address: string
  parent?: string
  /** Gets the focus when the button is gone; by default the button. */
  focusElse?: QuestionProps['focusElse']
  button: ComponentProps<typeof Button>
}

/** A button that asks before it does something. */
export function QuestionButton<Answer>(props: QuestionButtonProps<Answer>) {
  const { address, parent, focusElse, button, ...question } = props
  const ref = useRef<HTMLButtonElement>(null)
  const [isOpen, open] = useQuestion(address, parent)
  return (
    <>
      <Button ref={ref} variant="quiet" onClick={() => open(true)} {...button} />
      <ChangeQuestion
        {...question}
        open={isOpen}
        onClose={() => open(false)}
        focusElse={focusElse ?? ref}
      />
    </>
  )
}
