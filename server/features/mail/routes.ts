import { mails } from '#contract/mails.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { listMails } from './list-mails.ts'
import { resendMail } from './resend-mail.ts'

export function mailRoutes(app: App, shop: Shop): void {
  serve(app, mails.list, () => listMails(shop))
  serve(app, mails.resend, ({ params }) => resendMail(shop, params.id))
}
