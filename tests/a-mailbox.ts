import type { Letter, Mailer } from '#server/outside/mail.ts'

/**
 * A mailer that keeps what it is given; `says` decides about each letter first, and may throw as a mail server would.
 */
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
