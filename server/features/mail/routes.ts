import { mails } from '#contract/mails.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { listMails, resendMail } from './desk-mails.ts'

export function mailRoutes(app: App, shop: Shop): void {
  serve(app, mails.areSent, async () => ({ areSent: shop.mail !== null }))
  serve(app, mails.list, () => listMails(shop))
  serve(app, mails.resend, ({ params }) => resendMail(shop, params.id))
}
