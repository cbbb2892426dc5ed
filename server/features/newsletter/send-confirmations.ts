import { confirmPath } from '#contract/mail/newsletter-link.ts'
import { type Farm, layOut } from '#server/features/mail/mail-layout.ts'
import { sender } from '#server/features/mail/send-mails.ts'
import { findSubscriber } from './subscriber-queries.ts'

/** Their own queue: sent without waiting behind letters or delaying order mails. */
export const sendConfirmations = sender({
  queue: 'confirmations',
  what: 'send a confirmation',
  maxRound: 30_000,
  compose: async (db, { secret, subscriber_id }, farm) => {
    const subscriber = subscriber_id === null ? null : await findSubscriber(db, subscriber_id)
    if (subscriber?.state !== 'pending' || secret === null) return null
    const url = farm.linkOrigin + confirmPath(secret)
    const composed = composeConfirmation({ consent: subscriber.consent, url }, farm)
    return { to: subscriber.email, ...composed }
  },
})

/** Asks the address's owner to confirm; holds nothing that was typed. */
function composeConfirmation({ consent, url }: { consent: string; url: string }, farm: Farm) {
  return layOut(
    {
      subject: 'Please confirm your newsletter subscription',
      title: 'One more step',
      sentences: [
        `Someone signed this address up for our newsletter: “${consent}” If it was you, please open this page and press the button.`,
      ],
      link: { text: 'Confirm your subscription', url },
      after:
        'If it wasn’t you, ignore this email: you won’t get our newsletter, and we’ll delete the address. The link works for seven days.',
    },
    farm,
  )
}
