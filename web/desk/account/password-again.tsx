import { PasswordField } from './password-field.tsx'

type PasswordAgainProps = { name: string; error: string | undefined; onInput: () => void }

/** For what only the farmer may change: a desk that was left open is not enough. */
export function PasswordAgain(wired: PasswordAgainProps) {
  return (
    <PasswordField
      label="The desk’s password"
      hint="Asked again, so that nobody else changes this at a desk that was left open."
      autoComplete="current-password"
      {...wired}
    />
  )
}
