import { Eye, EyeOff } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { MAX_PASSWORD_LENGTH } from '#contract/admin.ts'
import { classNames } from '#web/ui/class-names.ts'
import { type FieldWiring, inputLook } from '#web/ui/field.tsx'

type PasswordInputProps = {
  input?: RefObject<HTMLInputElement | null>
  wiring: FieldWiring
  name: string
  autoComplete: 'current-password' | 'new-password'
  showLabel: string
  onInput: () => void
}

export function PasswordInput(props: PasswordInputProps) {
  const { input, wiring, name, autoComplete, showLabel, onInput } = props
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <input
        {...wiring}
        ref={input}
        name={name}
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_PASSWORD_LENGTH}
        onInput={onInput}
        className={classNames('h-14 pr-14', inputLook)}
      />
      <button
        type="button"
        aria-pressed={shown}
        aria-label={showLabel}
        onClick={() => setShown(!shown)}
        className="absolute top-1 right-1 grid size-12 cursor-pointer place-items-center rounded-xl text-bark-deep hover:text-soil"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </div>
  )
}
