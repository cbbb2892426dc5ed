import { globSync, readFileSync } from 'node:fs'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, EGGS, expectToast, openDesk, SIGNED_OUT } from '#tests/a-desk.tsx'
import { FORMS_IN_PAGES, GOODS_FORMS } from '#tests/goods-forms.ts'
import { someOf } from '#tests/length-of-run.ts'
import { CALENDAR_FORMS } from '#tests/market-forms.ts'
import {
  type DeskForm,
  FORMS_IN_ORDERS,
  type FormInPage,
  ORDER,
  ORDER_FORMS,
  WITH_CALENDAR,
} from '#tests/order-forms.ts'
import { SignedIn } from '../stall/online/with-desk.tsx'
import { NoShowsView } from './no-shows/no-shows-view.tsx'
import { openDialog } from './shared/dialog-at.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T18:00:00Z') }))

const FORMS = [...ORDER_FORMS, ...GOODS_FORMS, ...CALENDAR_FORMS]

/** Forms on the market day's page open there, the others at the desk. */
const openAt = ({ address }: DeskForm, answers: Answers, hash: string) =>
  address.startsWith('close/') ? openDesk(answers, hash, CLOSE) : openDesk(answers, hash)

const CLOSE = (
  <SignedIn away={null}>
    <h1>Farmstand desk</h1>
    <NoShowsView dayId={7} />
  </SignedIn>
)

const OFFLINE = 'No connection; nothing was saved. Please try again once you are online.'

/** Finds a dialog by its title; finding it by role reads the whole page each time. */
async function dialogOf(title: string, role = 'dialog') {
  const heading = await screen.findByText(title, { selector: `[role=${role}] h2` })
  return within(heading.closest<HTMLElement>(`[role=${role}]`) ?? heading)
}

type Shown = Awaited<ReturnType<typeof dialogOf>>

const at = ({ title }: DeskForm) => dialogOf(title)

const press = (dialog: Shown, text: string | RegExp) =>
  fireEvent.click(dialog.getByText(text, { selector: 'button, button span' }))

const save = async (form: DeskForm) => press(await at(form), new RegExp(`^${form.save}`))

async function fillIn(form: DeskForm) {
  const dialog = await at(form)
  if (form.presses)
    fireEvent.click(await dialog.findByText(form.presses, { selector: 'button, button span' }))
  for (const choice of form.chosen ?? []) {
    if (typeof choice === 'string') fireEvent.click(await field(dialog, choice))
    else await chooseIn(dialog, choice)
  }
  for (const [label, value] of Object.entries(form.typed)) {
    type(await field(dialog, label), value)
  }
}

function type(control: HTMLElement, value: string) {
  if (control.tagName === 'SELECT') fireEvent.change(control, { target: { value } })
  else fireEvent.input(control, { target: { value } })
}

/** In a list, or among what a search field finds. */
async function chooseIn(dialog: Shown, [list, texts]: readonly [list: string, option: string]) {
  const control = await field(dialog, list)
  if (control.tagName === 'INPUT') {
    fireEvent.input(control, { target: { value: texts } })
    return fireEvent.click(await dialog.findByText(texts, { selector: 'button span' }))
  }
  const options = within(await field(dialog, list))
  const [option] = await options.findAllByText<HTMLOptionElement>((text) => text.startsWith(texts))
  if (!option) throw new Error(`No ${texts} in ${list}`)
  fireEvent.change(await field(dialog, list), { target: { value: option.value } })
}

/** Waits, since what the form is about may still be loading. */
async function field(dialog: Shown, label: string) {
  const [found] = await dialog.findAllByLabelText<HTMLInputElement>((text) =>
    text.startsWith(label),
  )
  if (!found) throw new Error(`No field ${label}`)
  return found
}

/** A number input drops the “/” of 1/2 and the comma of 4,50, and the wheel changes it. */
const numberFields = () => document.querySelectorAll('input[type=number]').length

async function expectTyped(form: DeskForm) {
  const [[label, value] = ['', '']] = Object.entries(form.typed)
  expect((await field(await at(form), label)).value).toBe(value)
}

const draftOf = ({ address, draft }: DeskForm) =>
  (draft === 'local' ? localStorage : sessionStorage).getItem(`farmstand:draft:1:${address}`)

/** Offline, then signed out; a preview by the same call is answered each time. */
function troubleOf({ call, preview }: DeskForm): Answers {
  const looked = preview ? [{ body: preview }] : []
  return { [call]: [...looked, 'no connection', ...looked, SIGNED_OUT, ...looked] }
}

async function signInAgain() {
  const gate = await dialogOf('Please sign in again')
  fireEvent.input(gate.getByLabelText('Password'), { target: { value: 'market day' } })
  press(gate, 'Sign in')
  await expectToast('Login successful')
}

async function expectBackAsks(form: DeskForm, answer: string) {
  history.back()
  const question = await dialogOf('Leave without saving?', 'alertdialog')
  await waitFor(() => expect(location.hash).toBe(`#${form.address}`))
  press(question, answer)
}

test.each(someOf(FORMS, 6))(
  'the form at #$address keeps what was typed without a network, without a session and over a reload, and asks before Back',
  async (form) => {
    openAt(form, { ...form.answers, ...troubleOf(form) }, form.from)
    await screen.findByText('Farmstand desk')
    act(() => openDialog(form.address))
    await fillIn(form)
    expect(numberFields()).toBe(0)
    await waitFor(() => expect(draftOf(form) ?? '').toContain(Object.values(form.typed)[0]))
    await save(form)
    await waitFor(() => expect(screen.getAllByText(OFFLINE).length).toBeGreaterThan(0))
    await expectTyped(form)
    await save(form)
    await signInAgain()
    await expectTyped(form)
    cleanup()
    const looked = form.preview ? { [form.call]: { body: form.preview } } : {}
    openAt(form, { ...form.answers, ...looked }, form.address)
    await screen.findByText(/^You typed this on .*It is not saved yet\.$/)
    await expectTyped(form)
    await expectBackAsks(form, 'Keep editing')
    await expectTyped(form)
    await expectBackAsks(form, 'Leave')
    await waitFor(() =>
      expect(screen.queryByText(form.title, { selector: '[role=dialog] h2' })).toBeNull(),
    )
    await waitFor(() => expect(location.hash).toBe(form.from && `#${form.from}`))
    expect(draftOf(form)).toBeNull()
  },
)

/** The page around a form's first field, opened first where needed. */
async function formOf({ typed, opens }: FormInPage): Promise<Shown> {
  const [label = ''] = Object.keys(typed)
  const [first] = await screen.findAllByLabelText(
    (text) => text === opens || text.startsWith(label),
  )
  if (first?.tagName === 'BUTTON') fireEvent.click(first)
  const input = await field(within(document.body), label)
  return within(input.closest('form')?.parentElement ?? document.body)
}

async function expectInPage(form: FormInPage) {
  const shown = await formOf(form)
  for (const [label, value] of Object.entries(form.typed))
    expect((await field(shown, label)).value).toBe(value)
}

test.each(someOf([...FORMS_IN_ORDERS, ...FORMS_IN_PAGES], 2))(
  'the form in the page #$at keeps what was typed without a network, without a session, over a reload and over Back',
  async (form) => {
    const { at: hash, typed, call, answers, offline = OFFLINE } = form
    openDesk({ ...answers, [call]: ['no connection', SIGNED_OUT] }, hash)
    for (const text of form.taps ?? []) fireEvent.click(await screen.findByText(text))
    const shown = await formOf(form)
    for (const [label, value] of Object.entries(typed))
      type(await field(within(document.body), label), value)
    press(shown, form.save)
    await waitFor(() => expect(screen.getAllByText(offline).length).toBeGreaterThan(0))
    await expectInPage(form)
    // The form is busy until its lists are reloaded.
    await new Promise((done) => setTimeout(done, 200))
    press(shown, form.save)
    await signInAgain()
    await expectInPage(form)
    cleanup()
    openDesk(answers, hash)
    await expectInPage(form)
    act(() => openDialog('products'))
    await screen.findByText(EGGS.name)
    history.back()
    await waitFor(() => expect(location.hash).toBe(`#${hash}`))
    await expectInPage(form)
  },
)

const QUESTIONS = [
  ['orders/status/128/cancelled', 'orders', 'Cancel order #128?'],
  ['orders/128/status/cancelled', 'orders/128', 'Cancel order #128?'],
]

test.each(QUESTIONS)(
  'the question at #%s is asked again after a reload, and Back takes it away',
  async (address, from, title) => {
    const answers = { ...ORDER, ...WITH_CALENDAR }
    openDesk(answers, from)
    await screen.findByText('Farmstand desk')
    act(() => openDialog(address))
    await dialogOf(title, 'alertdialog')
    cleanup()
    openDesk(answers, address)
    await dialogOf(title, 'alertdialog')
    history.back()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(location.hash).toBe(`#${from}`)
  },
)

/** Desk dialogs without an address of their own, and why. */
const WITHOUT_ADDRESS: Readonly<Record<string, string>> = {
  'account/lapsed-sign-in': 'the gate, which stands above any other address',
  'orders/status-question': 'is opened by its list and by its order, at an address of each',
  'pages/content/editor-toolbar': 'needs what is marked in the text, which no reload keeps',
  'pages/content/visual-editor': 'needs a chosen file, which no reload keeps',
  'products/shrink-dialog': 'needs a chosen file, which no reload keeps',
  'shared/edit-conflict-question': 'asks at a save, above the address of the form',
}

/** Forms that keep no draft, and why. */
const WITHOUT_DRAFT: Readonly<Record<string, string>> = {
  'account/link-card': 'a link that lets somebody in is never kept',
  'account/password-page': 'passwords are never kept',
  'account/sign-in': 'passwords are never kept',
  'backups/backups-page': 'passphrases are never kept',
  'calendar/close-preview': 'only asks whether',
  'calendar/plan-dialog': 'what stands around the forms of others',
  'connections/connection-list': 'what stands around the forms of others',
  'orders/find-field': 'a search, which the address holds',
  'pages/content/editor-toolbar': 'needs what is marked in the text, which no reload keeps',
  'pages/content/visual-editor': 'needs a chosen file, which no reload keeps',
  'products/grid/fill-panel': 'what it fills is kept by the grid',
  'settings/text-setting': 'is kept with the other settings, by the desk',
  'shared/edit-conflict-question': 'asks at a save; the form has its own draft',
  'shared/form-dialog': 'what stands around the forms of others',
}

function sourcesWith(pattern: RegExp): { path: string; source: string }[] {
  return globSync('**/*.tsx', { cwd: import.meta.dirname })
    .filter((path) => !path.endsWith('.test.tsx'))
    .map((path) => ({ path, source: readFileSync(`${import.meta.dirname}/${path}`, 'utf8') }))
    .filter(({ source }) => pattern.test(source))
}

function without(pattern: RegExp, files: ReturnType<typeof sourcesWith>): string[] {
  const lacking = files.filter(({ source }) => !pattern.test(source))
  return lacking.map(({ path }) => path.replace('.tsx', '')).sort()
}

test('every other dialog of the desk is opened by its address', () => {
  const dialogs = sourcesWith(/<(?:(?:Confirm|Draft|Form|Plan)?Dialog|ChangeQuestion)\b/)
  expect(dialogs.length).toBeGreaterThan(40)
  // Props that come with an address, or a desk list that opens the dialog.
  const addressed = /\b(?:DialogProps|QuestionProps|DialogAt|TaskTab|useQuestion\w*)\b/
  expect(without(addressed, dialogs)).toEqual(Object.keys(WITHOUT_ADDRESS))
})

test('every other form keeps what is typed in it', () => {
  const forms = sourcesWith(/<(?:FormDialog|PlanDialog|[Ff]orm)\b/)
  expect(forms.length).toBeGreaterThan(40)
  expect(without(/\b(?:useDraft|useEditForm)[<(]/, forms)).toEqual(Object.keys(WITHOUT_DRAFT))
})
