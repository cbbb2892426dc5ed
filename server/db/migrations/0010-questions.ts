import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'

/** What visitors asked the farm helper in vain, the farmer's replies, and the switch for recipe names in shops that have settings already. */
export async function addQuestions(tx: Kysely<never>, { id }: ColumnWords): Promise<void> {
  for (const statement of [
    `create table questions (
      id ${id},
      session_id text not null,
      text text not null,
      text_key text not null,
      email text,
      asked_at text not null,
      answered_at text,
      reply text,
      check ((answered_at is null) = (reply is null)),
      unique (session_id, text_key)
    )`,
    `create index questions_by_time on questions (asked_at)`,
    `create table question_mails (
      id ${id},
      uuid text not null unique,
      question_id integer not null unique references questions (id) on delete cascade,
      recipient text not null,
      created_at text not null,
      due_at text not null,
      attempts integer not null default 0,
      sent_at text,
      given_up_at text,
      last_error text
    )`,
    `create index question_mails_due on question_mails (due_at) where sent_at is null and given_up_at is null`,
    `insert into settings (key, value, description)
      select 'chat_recipe_names', 'false', 'Whether the farm helper may name your recipes'
      where exists (select 1 from settings)`,
  ]) {
    await sql.raw(statement).execute(tx)
  }
}
