import { globSync, readFileSync } from 'node:fs'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type Answers, EGGS, expectToast, MARTAS, openDesk, SIGNED_OUT } from '#tests/a-desk.tsx'
import { openDialog } from './shared/dialog-at.tsx'

/** A form of the desk: where it is, what is typed in it, and what saves it. */
type Form = {
  address: string
  /** The place it is opened from. */
  from: string
  title: string
  /** By the fields' labels; the first is looked at. */
  typed: Readonly<Record<string, string>>
  save: string
  call: string
  /** Where its draft is kept: in the browser, or with the tab. */
  draft: 'local' | 'tab'
  answers?: Answers
}

const NOT_FOUND = { status: 404, body: { code: 'not-found', message: '' } }
const DETAIL = {
  ...MARTAS,
  ...{ revision: 3, isErased: false, changes: [], tenders: [], history: [] },
  payment: { provider: 'sandbox', reference: null, left: 27 },
}
const ORDER: Answers = { 'GET /api/orders/128': { body: DETAIL } }

const FORMS: readonly Form[] = [
  {
    ...{ address: 'products/new', from: 'products', title: 'Add New Product', draft: 'local' },
    typed: { Name: 'Peas', Category: 'Vegetables', 'Price in $': '4', Stock: '9' },
    ...{ save: 'Create Product', call: 'POST /api/products' },
  },
  {
    ...{ address: `products/${EGGS.id}`, from: 'products', title: 'Edit Product', draft: 'local' },
    ...{ typed: { Name: 'Duck eggs' }, save: 'Save Changes', call: 'PUT /api/products/1' },
    answers: { 'GET /api/products/1/day-limits': NOT_FOUND },
  },
  {
    ...{ address: 'products/grid', from: 'products', title: 'Prices and stock', draft: 'local' },
    ...{ typed: { [`Price of ${EGGS.name}`]: '6' }, save: 'Save all' },
    call: 'PUT /api/products/bulk',
  },
  {
    ...{ address: 'calendar/closed/new', from: 'calendar/closed', title: 'Add days off' },
    ...{ typed: { 'First day': '2026-12-24' }, save: 'See what changes', draft: 'local' },
    call: 'POST /api/closures',
  },
  {
    ...{ address: 'recipes/prices/new', from: 'recipes/prices', title: 'Add Price' },
    typed: { Name: 'Rye flour', 'Package of': '25', 'Price, $': '18.40' },
    ...{ save: 'Add Price', call: 'POST /api/ingredient-prices', draft: 'local' },
  },
  {
    ...{ address: 'orders/128/contact', from: 'orders/128', title: 'Contact of order #128' },
    ...{ typed: { Name: 'Marta Lind' }, save: 'Save', draft: 'tab' },
    ...{ call: 'PUT /api/orders/128/contact', answers: ORDER },
  },
]

const OFFLINE = 'No connection; nothing was saved. Please try again once you are online.'

/** The dialog with that title; asking for its role would read the whole page each time. */
async function dialogOf(title: string, role = 'dialog') {
  const heading = await screen.findByText(title, { selector: `[role=${role}] h2` })
  return within(heading.closest<HTMLElement>(`[role=${role}]`) ?? heading)
}

const at = ({ title }: Form) => dialogOf(title)

const press = (dialog: Awaited<ReturnType<typeof at>>, words: string) =>
  fireEvent.click(dialog.getByText(words, { selector: 'button' }))

async function typeIn(form: Form) {
  const dialog = await at(form)
  for (const [label, value] of Object.entries(form.typed))
    fireEvent.input(field(dialog, label), { target: { value } })
}

function field(dialog: Awaited<ReturnType<typeof at>>, label: string) {
  const [found] = dialog.getAllByLabelText<HTMLInputElement>((text) => text.startsWith(label))
  if (!found) throw new Error(`No field ${label}`)
  return found
}

async function expectTyped(form: Form) {
  const [[label, value] = ['', '']] = Object.entries(form.typed)
  expect(field(await at(form), label).value).toBe(value)
}

const draftOf = ({ address, draft }: Form) =>
  (draft === 'local' ? localStorage : sessionStorage).getItem(`farmstand:draft:1:${address}`)

describe.each(FORMS)('the form at #$address', (form) => {
  test('is offered again after a reload, asks before Back, and is forgotten once it was left', async () => {
    openDesk(form.answers, form.from)
    await screen.findByText('Farmstand desk')
    act(() => openDialog(form.address))
    await typeIn(form)
    await waitFor(() => expect(draftOf(form) ?? '').toContain(Object.values(form.typed)[0]))
    cleanup()
    openDesk(form.answers, form.address)
    await screen.findByText(/^You typed this on .*It is not saved yet\.$/)
    await expectTyped(form)
    const answerBack = async (answer: string) => {
      history.back()
      const question = await dialogOf('Leave without saving?', 'alertdialog')
      await waitFor(() => expect(location.hash).toBe(`#${form.address}`))
      press(question, answer)
    }
    await answerBack('Keep editing')
    await expectTyped(form)
    await answerBack('Leave')
    await waitFor(() => expect(screen.queryByText(form.title, { selector: 'h2' })).toBeNull())
    await waitFor(() => expect(location.hash).toBe(`#${form.from}`))
    expect(draftOf(form)).toBeNull()
  })

  test('keeps what was typed without a network and when the session has ended', async () => {
    const refused: Answers = { [form.call]: ['no connection', SIGNED_OUT] }
    openDesk({ ...form.answers, ...refused }, form.address)
    await typeIn(form)
    press(await at(form), form.save)
    await waitFor(() => expect(screen.getAllByText(OFFLINE).length).toBeGreaterThan(0))
    await expectTyped(form)
    press(await at(form), form.save)
    const gate = await dialogOf('Please sign in again')
    fireEvent.input(gate.getByLabelText('Password'), { target: { value: 'market day' } })
    press(gate, 'Sign in')
    await expectToast('Login successful')
    await expectTyped(form)
  })
})

/** Each dialog of the desk whose address is not its own, and why. */
const WITHOUT_ADDRESS: Readonly<Record<string, string>> = {
  'account/lapsed-sign-in': 'the gate, which stands above any other address',
  'calendar/ready-button': 'asks one thing at a button, and nothing is typed',
  'chat/question-card': 'asks one thing at a button, and nothing is typed',
  'chat/questions-page': 'asks one thing at a button, and nothing is typed',
  'newsletter/send-letter': 'asks one thing at a button; the letter has its own draft',
  'orders/bulk-bar': 'asks about what is selected, which no reload keeps',
  'orders/status-question': 'asks one thing at a list; where the goods go is chosen anew',
  'packing/short-done': 'says what was done, in the place of the form',
  'pages/content/link-dialog': 'needs what is marked in the text, which no reload keeps',
  'pages/content/picture-dialog': 'needs a chosen file, which no reload keeps',
  'products/shrink-dialog': 'needs a chosen file, which no reload keeps',
  'products/twin-question': 'asks one thing at a save; the form has its own draft',
  'sales/sale-row': 'asks one thing at a button, and nothing is typed',
  'shared/draft-note': 'asks one thing at a form of the mechanism',
}

/** Each dialog with a form that keeps nothing, and why. */
const WITHOUT_DRAFT: Readonly<Record<string, string>> = {
  'account/password-dialog': 'passwords are never kept',
  'backups/passphrase-card': 'passphrases are never kept',
  'calendar/close-preview': 'only asks whether',
  'calendar/plan-dialog': 'what stands around the forms of others',
}

function sourcesWith(pattern: RegExp): { path: string; source: string }[] {
  return globSync('**/*.tsx', { cwd: import.meta.dirname })
    .filter((path) => !path.endsWith('.test.tsx'))
    .map((path) => ({ path, source: readFileSync(`${import.meta.dirname}/${path}`, 'utf8') }))
    .filter(({ source }) => pattern.test(source))
}

/** Those that lack it, without `.tsx`. */
function without(pattern: RegExp, files: ReturnType<typeof sourcesWith>): string[] {
  const lacking = files.filter(({ source }) => !pattern.test(source))
  return lacking.map(({ path }) => path.replace('.tsx', '')).sort()
}

test('every other dialog of the desk is opened by its address', () => {
  const dialogs = sourcesWith(/<(?:Dialog|ConfirmDialog|FormDialog|PlanDialog|ChangeQuestion)\b/)
  expect(dialogs.length).toBeGreaterThan(40)
  // A dialog's props of its address, or a list of the desk that opens them.
  const addressed = /\b(?:DialogProps|QuestionProps|DialogAt|useLeaving|TaskTab)\b/
  expect(without(addressed, dialogs)).toEqual(Object.keys(WITHOUT_ADDRESS))
})

test('every other form in a dialog keeps what is typed in it', () => {
  const forms = sourcesWith(/<(?:FormDialog|PlanDialog)\b/)
  expect(forms.length).toBeGreaterThan(20)
  expect(without(/\b(?:useDraft|useEditForm)[<(]/, forms)).toEqual(Object.keys(WITHOUT_DRAFT))
})
