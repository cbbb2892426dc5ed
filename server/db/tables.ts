import type { Kysely } from 'kysely'
import type { AdminTables } from './tables/admin.ts'
import type { CalendarTables } from './tables/calendar.ts'
import type { ChatTables } from './tables/chat.ts'
import type { CoreTables } from './tables/core.ts'
import type { HookTables } from './tables/hooks.ts'
import type { MailTables } from './tables/mail.ts'
import type { NewsletterTables } from './tables/newsletter.ts'
import type { OrderTables } from './tables/orders.ts'
import type { PageTables } from './tables/pages.ts'
import type { PasskeyTables } from './tables/passkeys.ts'
import type { PaymentTables } from './tables/payments.ts'
import type { PeopleTables } from './tables/people.ts'
import type { ProductTables } from './tables/products.ts'
import type { RecipeTables } from './tables/recipes.ts'
import type { SandboxTables } from './tables/sandbox.ts'
import type { StallTables } from './tables/stall.ts'
import type { TenderTables } from './tables/tenders.ts'
import type { WaitingListTables } from './tables/waiting-list.ts'

/** A reading connection, or the current transaction. Writing needs `write()`. */
export type Db = Kysely<Tables>

export interface Tables
  extends AdminTables,
    CalendarTables,
    ChatTables,
    CoreTables,
    HookTables,
    MailTables,
    NewsletterTables,
    OrderTables,
    PageTables,
    PasskeyTables,
    PaymentTables,
    PeopleTables,
    ProductTables,
    RecipeTables,
    SandboxTables,
    StallTables,
    TenderTables,
    WaitingListTables {}
