import type { Letter, Mailer } from '#server/outside/mail.ts'

/** Collects letters; `says` sees each one first and may throw like a mail server. */
export function aMailbox() {
  const letters: Letter[] = []
  const state: { says: (letter: Letter) => Promise<void> | void } = { says: () => {} }
  const mailer: Mailer = {
    close: () => {},
    send: async (letter) => {
      await state.says(letter)
      letters.push(letter)
    },
  }
  return { letters, state, mailer }
}
