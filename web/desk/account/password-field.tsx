import { Eye, EyeOff } from 'lucide-react'
import { type InputEvent, type RefObject, useState } from 'react'
import { MAX_PASSWORD_LENGTH } from '#contract/people/admin.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Field, inputLook } from '#web/ui/field.tsx'

type PasswordFieldProps = {
  label: string
  hint?: string
  error: string | undefined
  name: string
  autoComplete: 'current-password' | 'new-password'
  input?: RefObject<HTMLInputElement | null>
  onInput: (event: InputEvent<HTMLInputElement>) => void
}

export function PasswordField({ label, hint, error, input, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} required hint={hint} error={error}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            {...rest}
            ref={input}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={MAX_PASSWORD_LENGTH}
            className={classNames('h-14 pr-14', inputLook)}
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-label={`Show ${label.toLowerCase()}`}
            onClick={() => setShown(!shown)}
            className="absolute top-1 right-1 grid size-12 cursor-pointer place-items-center rounded-xl text-bark-deep hover:text-soil"
          >
            <Icon aria-hidden="true" className="size-5" />
          </button>
        </div>
      )}
    </Field>
  )
}
