import type { PersonAtWork } from '#contract/people/people.ts'
import type { IngredientPrice } from '#contract/recipes/ingredient-prices.ts'
import { type Answers, BAGELS, EGGS, FARM_PAGE } from './a-desk.tsx'
import type { DeskForm, FormInPage } from './order-forms.ts'

const NO_LIMITS = {
  ...{ eachDay: null, monday: null, tuesday: null, wednesday: null, thursday: null },
  ...{ friday: null, saturday: null, sunday: null },
}

const PRODUCT: Answers = { 'GET /api/products/1/limits': { body: NO_LIMITS } }

const RECIPES: Answers = { 'GET /api/recipes': { body: [{ ...BAGELS, ingredients: [] }] } }

const FLOUR: IngredientPrice = {
  ...{ id: 3, name: 'Flour', packageQuantity: 25, packageUnit: 'lb', packagePrice: 20 },
  ...{ measureQuantity: null, measureUnit: null, measureWeight: null, measureWeightUnit: null },
}

const HANNA: PersonAtWork = { id: 2, name: 'Hanna', role: 'helper', devices: [], linkUntil: null }

const PASSKEY = {
  ...{ id: 4, personId: 2, label: 'Old phone', addedAt: '2026-11-01T12:00:00.000Z' },
  ...{ usedAt: null, stoppedAt: null, site: 'localhost', worksHere: true },
}

const PEOPLE: Answers = {
  'GET /api/people': { body: [HANNA] },
  'GET /api/passkeys': {
    body: {
      ...{ personId: 2, whyNot: null, passkeys: [PASSKEY] },
      secondFactor: { since: null, isTried: false },
    },
  },
}

const PLAN = {
  ...{ id: 5, key: '6b1f6ed2-6d0c-4a5e-9f5e-0d0a6d1f6c11', subject: 'Fresh eggs' },
  ...{ body: 'Come and get them.', day: '2026-11-27', time: '07:00', isMissed: false },
  dueAt: '2026-11-27T14:00:00.000Z',
}

export const NEWSLETTER: Answers = {
  'GET /api/newsletter/letters': {
    body: {
      ...{ subscribers: 2, mailConfigured: true, testTo: 'hello@farm.example' },
      ...{ postalAddress: 'PO Box 12, Custer, SD 57730', planned: [PLAN], letters: [] },
    },
  },
  'GET /api/newsletter/draft': { body: { subject: 'Fresh for Saturday', body: 'Eggs.' } },
  'POST /api/newsletter/preview': { body: { html: '<html><body>Eggs</body></html>' } },
}

export const GOODS_FORMS: readonly DeskForm[] = [
  {
    ...{ address: 'pages/1', from: 'pages', title: 'Edit Page', draft: 'local' },
    ...{ typed: { Title: 'Our hens' }, save: 'Save Changes', call: 'PUT /api/pages/1' },
    answers: {
      'GET /api/pages': { body: [FARM_PAGE] },
      'GET /api/pages/1/versions': { body: [] },
      'GET /api/pages/1/history?limit=20': { body: { entries: [] } },
      'POST /api/pages/preview': { body: { html: '<p>Hens.</p>', removed: [] } },
    },
  },
  {
    ...{ address: 'pages/new', from: 'pages', title: 'Create Page', draft: 'local' },
    typed: { Title: 'Our hens', Content: '<p>They have names.</p>' },
    ...{ presses: 'HTML', save: 'Create Page', call: 'POST /api/pages' },
  },
  {
    ...{ address: 'people/2/name', from: 'people', title: 'Rename Hanna', draft: 'local' },
    ...{ typed: { Name: 'Hanne' }, save: 'Save', call: 'PUT /api/people/2', answers: PEOPLE },
  },
  {
    ...{ address: 'people/passkey-4/name', from: 'people', title: 'Rename Old phone' },
    ...{ typed: { Name: 'Blue phone' }, save: 'Save', call: 'PUT /api/passkeys/4' },
    ...{ draft: 'local', answers: PEOPLE },
  },
  {
    ...{ address: 'people/new', from: 'people', title: 'Add a helper', draft: 'local' },
    ...{ typed: { Name: 'Lena' }, save: 'Save', call: 'POST /api/people' },
    answers: { 'GET /api/people': { body: [] } },
  },
  {
    ...{ address: 'products/new', from: 'products', title: 'Add New Product', draft: 'local' },
    typed: { Name: 'Peas', Category: 'Vegetables', 'Price in $': '4', Stock: '9' },
    ...{ save: 'Create Product', call: 'POST /api/products' },
  },
  {
    ...{ address: `products/${EGGS.id}`, from: 'products', title: 'Edit Product', draft: 'local' },
    ...{ typed: { Name: 'Duck eggs' }, save: 'Save Changes', call: 'PUT /api/products/1' },
    answers: PRODUCT,
  },
  {
    ...{ address: 'products/1/copy', from: 'products', title: 'Add New Product', draft: 'local' },
    ...{ typed: { Name: 'Quail eggs', Stock: '9' }, save: 'Create Product' },
    call: 'POST /api/products',
  },
  {
    ...{ address: 'products/1/stock', from: 'products', title: EGGS.name, draft: 'local' },
    ...{ typed: { 'How many': '205', Note: 'from the north field' }, save: 'Harvest' },
    call: 'POST /api/products/1/movements',
  },
  {
    ...{ address: 'products/1/limits', from: 'products/1', title: 'Limit per market day' },
    ...{ typed: { 'Limit on each market day': '5' }, save: 'Save these numbers' },
    ...{ call: 'PUT /api/products/1/limits', draft: 'local', answers: PRODUCT },
  },
  {
    ...{ address: 'products/grid', from: 'products', title: 'Prices & stock', draft: 'local' },
    ...{ typed: { [`Price of ${EGGS.name}`]: '6' }, save: 'Save all' },
    call: 'PUT /api/products/bulk',
  },
  {
    ...{ address: 'recipes/new', from: 'recipes', title: 'Add Recipe', draft: 'local' },
    ...{ typed: { Name: 'Rye bread', Servings: '4' }, save: 'Create Recipe' },
    chosen: ['Remove ingredient 1'],
    ...{ call: 'POST /api/recipes', answers: RECIPES },
  },
  {
    ...{ address: 'recipes/7/edit', from: 'recipes/7', title: 'Edit Recipe', draft: 'local' },
    ...{ typed: { Name: 'Poppy bagels' }, save: 'Save Changes', call: 'PUT /api/recipes/7' },
    answers: RECIPES,
  },
  {
    ...{ address: 'recipes/prices/new', from: 'recipes/prices', title: 'Add Price' },
    typed: { Name: 'Rye flour', 'Package of': '25', 'Price, $': '18.40' },
    ...{ save: 'Add Price', call: 'POST /api/ingredient-prices', draft: 'local' },
  },
  {
    ...{ address: 'recipes/prices/3/edit', from: 'recipes/prices', title: 'Edit Price' },
    ...{ typed: { 'Price, $': '18.40' }, save: 'Save Changes', draft: 'local' },
    call: 'PUT /api/ingredient-prices/3',
    answers: { ...RECIPES, 'GET /api/ingredient-prices': { body: [FLOUR] } },
  },
  {
    ...{ address: 'newsletter/planned/5/change', from: 'newsletter', draft: 'local' },
    ...{ title: 'Change planned newsletter', typed: { Subject: 'Duck eggs' } },
    ...{ save: 'Save Changes', call: 'PUT /api/newsletter/plans/5', answers: NEWSLETTER },
  },
  {
    ...{ address: 'newsletter/later', from: 'newsletter', draft: 'local' },
    ...{ title: 'Send this newsletter later?', typed: { Day: '2027-01-09' } },
    ...{ save: 'Plan newsletter', call: 'POST /api/newsletter/plans', answers: NEWSLETTER },
  },
  {
    ...{ address: 'email/server', from: 'email', title: 'Email', draft: 'local' },
    typed: {
      ...{ 'Mail server': 'smtp.farm.example', 'Emails come from': 'orders@farm.example' },
      ...{ 'Send the test email to': 'ada@farm.example' },
    },
    ...{ save: 'Send the test email and save', call: 'PUT /api/admin/mail' },
    answers: {
      'GET /api/admin/mail': {
        body: {
          ...{ setBy: null, whyNot: null, host: '', port: 0, tls: 'tls', user: '' },
          ...{ hasPassword: false, from: '', testTo: '', waiting: { recent: 0, older: 0 } },
        },
      },
    },
  },
  {
    ...{ address: 'taking-money/stripe', from: 'taking-money', title: 'Connect Stripe' },
    ...{ draft: 'local', typed: { 'Publishable key': 'pk_test_farm' } },
    ...{ save: 'Check the keys', call: 'PUT /api/admin/cards', answers: {} },
  },
]

const QUESTION = {
  ...{ id: 3, text: 'Do you have ramps?', askedAt: '2026-11-19T08:00:00.000Z', email: null },
  ...{ answeredAt: null, reply: null, isShared: false, mail: null },
}

export const FORMS_IN_PAGES: readonly FormInPage[] = [
  {
    ...{ at: 'questions', typed: { 'Your reply': 'In April.' }, save: 'Send reply' },
    call: 'POST /api/questions/3/reply',
    answers: { 'GET /api/questions': { body: [QUESTION] } },
  },
  {
    ...{ at: 'stock', typed: { [EGGS.name]: '44' }, save: 'Save the count' },
    call: 'POST /api/stock-count',
    answers: {
      'GET /api/stock-count': {
        body: {
          products: [
            {
              ...{ productId: 1, name: EGGS.name, category: EGGS.category, unit: null },
              ...{ stock: 24, promised: 22, countedAt: null },
            },
          ],
          pastOrders: 0,
        },
      },
    },
  },
  {
    ...{ at: 'recipes/7', opens: 'Add ingredient', typed: { Name: 'Honey', Quantity: '2' } },
    ...{ save: 'Save', call: 'POST /api/recipes/7/ingredients', answers: RECIPES },
  },
  {
    ...{ at: 'recipes/7', typed: { 'Units per batch': '12', Product: '1' } },
    ...{ save: 'Link product', call: 'PUT /api/recipes/7/product', answers: RECIPES },
  },
  {
    ...{ at: 'recipes/margins', typed: { 'Target margin': '65' }, save: 'Save' },
    ...{ call: 'PUT /api/settings/wished_margin', answers: RECIPES },
    offline: 'Failed to update settings',
  },
  {
    ...{ at: 'taking-money', opens: 'Edit Ways to pay', typed: { 'Name of Cash': 'Cash box' } },
    ...{ save: 'Save', call: 'PUT /api/settings/ways_to_pay' },
    offline: 'Failed to update settings',
  },
  {
    ...{ at: 'newsletter', typed: { Subject: 'Kale', 'Send a test to': 'ada@farm.example' } },
    ...{ save: 'Send test', call: 'POST /api/newsletter/test', answers: NEWSLETTER },
  },
  {
    ...{ at: 'settings', opens: 'Edit Farm name', typed: { 'Farm name': 'Ada’s Acres' } },
    ...{ save: 'Save', call: 'PUT /api/settings/farm_name' },
    offline: 'Failed to update settings',
    answers: { 'GET /api/settings/farm_name/history?limit=20': { body: { entries: [] } } },
  },
]
