import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PRODUCT_CATEGORIES } from '#contract/products/categories.ts'
import { type Product, productDraft } from '#contract/products/products.ts'
import { visibleLine, visibleText } from '#contract/text/visible-text.ts'
import { formatCsv } from '#server/http/csv-form.ts'
import { aBareBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { whatIsWrong } from '#tests/books.ts'
import { type Catalogue, planImport } from './plan-import.ts'
import { readCsv, writeCsv } from './product-csv.ts'

async function aDesk() {
  const shop = await aShop()
  const headers = { cookie: await signIn(shop), accept: 'application/json' }
  const send = (payload: object) =>
    shop.inject({ method: 'POST', url: '/api/products/import', headers, payload })
  const look = async (csv: string) => (await send({ csv })).json()
  const listed = async () => (await shop.inject({ url: '/api/products' })).json()
  const exported = async () => shop.inject({ url: '/api/products/export', headers })
  return { shop, send, look, listed, exported }
}

const KALE = 'name,category,price,stock\nKale,Vegetables,3.25,8'

const EGGS = { description: '', category: 'Farm Eggs', price: 5, stock: 10, imageUrl: null }

function catalogueOf(list: readonly Product[]): Catalogue {
  const products = new Map(list.map((one) => [one.id, one]))
  return { products, deleted: new Set<number>(), categories: PRODUCT_CATEGORIES }
}

/** What a file would do in a shop whose products have these names. */
async function planOf(csv: string, ...names: string[]) {
  const list = names.map((name, index) => ({ ...EGGS, id: index + 1, name }))
  return planImport((await readCsv(csv)).rows, catalogueOf(list))
}

describe('a list of products as a file', () => {
  test('is CSV that spreadsheets open: UTF-8 said, a heading, formulas neutralized', async () => {
    const { shop, exported } = await aDesk()
    await aProduct(shop.db, { name: '=SUM(A1)' })
    const answer = await exported()
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="products.csv"')
    expect(answer.body).toBe(
      '\uFEFFid,name,description,category,price,stock,unit,allergens,weighUnit,weighPrice,weighTo,lowLimit,hidden,snap,tax,seasonFrom,seasonUntil,imageUrl,baseStock\r\n' +
        "1,'=SUM(A1),Collected this morning.,Farm Eggs,5.00,10,,,,,,,,,,,,,10\r\n",
    )
  })

  test('read back changes nothing, whatever is in it', async () => {
    const text = (maxLength: number) =>
      fc
        .string({
          unit: fc.oneof(
            fc.constantFrom('=', '+', '-', '@', '|', "'", '"', ',', ';', '\n', '\r', '\t', '＝'),
            fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }),
          ),
          maxLength,
        })
        .map((made) => visibleText(made).trim())
        .filter(
          (made) =>
            made.isWellFormed() &&
            productDraft.shape.description.safeParse(made).success &&
            made.length <= maxLength,
        )
    const aProductOf = fc.record(
      {
        name: text(20)
          .map(visibleLine)
          .filter((name) => productDraft.shape.name.safeParse(name).success),
        description: text(60),
        category: fc.constantFrom(...PRODUCT_CATEGORIES),
        price: fc.integer({ min: 1, max: 10_000_000 }).map((cents) => cents / 100),
        stock: fc.nat(100_000),
        imageUrl: fc.constantFrom(null, '/uploads/a.webp', 'https://farm.example/a,b.jpg'),
        unit: text(10).filter(Boolean),
        allergens: text(20).filter(Boolean),
      },
      { requiredKeys: ['name', 'description', 'category', 'price', 'stock', 'imageUrl'] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(aProductOf, { minLength: 1, maxLength: 5 }), async (made) => {
        const list: Product[] = made.map((product, index) => ({ id: index + 1, ...product }))
        const { rows } = await readCsv(await writeCsv(list))
        const planned = planImport(rows, catalogueOf(list), { twins: true })
        expect(planned.map(({ outcome, problems }) => [outcome, problems])).toEqual(
          list.map(() => ['unchanged', []]),
        )
      }),
      { numRuns: 300 },
    )
  })
})

describe('a file that is looked at', () => {
  test('says row by row what it would do, and does nothing', async () => {
    const { shop, look, listed } = await aDesk()
    const eggs = await aProduct(shop.db, { name: 'Eggs' })
    const duck = await aProduct(shop.db, { name: 'Duck Eggs' })
    const list = await look(
      'id,name,category,price,stock\n1,Hen Eggs,Farm Eggs,$5.50,10\n2,Duck Eggs,Farm Eggs,5,10\n,Kale,Vegetables,3.25,8\n,Trout,Fish,9,1',
    )
    expect(list.applied).toBe(false)
    expect(list.rows).toMatchObject([
      {
        row: 2,
        outcome: 'updated',
        id: 1,
        name: 'Eggs',
        changes: [
          { column: 'name', before: 'Eggs', after: 'Hen Eggs' },
          { column: 'price', before: '$5.00', after: '$5.50' },
        ],
      },
      { row: 3, outcome: 'unchanged', id: 2, changes: [] },
      { row: 4, outcome: 'created', id: null, name: 'Kale' },
      { row: 5, outcome: 'refused', name: 'Trout', problems: [{ column: 'category' }] },
    ])
    expect(await listed()).toEqual([eggs, duck])
  })

  test.each([
    ['with a byte order mark before quotation marks', `\uFEFF"name"${KALE.slice(4)}`],
    ['with semicolons', KALE.replaceAll(',', ';')],
    ['with tabs', KALE.replaceAll(',', '\t')],
    ['with Windows lines and empty rows', `${KALE.replaceAll('\n', '\r\n')}\r\n\r\n,,,\r\n`],
    ['with a heading in its own words', KALE.replace('name,category', 'Name, CATEGORY ')],
    ['with its cells quoted', '"name","category","price","stock"\n"Kale","Vegetables","3.25","8"'],
  ])('is read %s', async (_, csv) => {
    expect(await planOf(csv)).toMatchObject([{ row: 2, outcome: 'created', name: 'Kale' }])
  })

  test('keeps lines inside quotation marks, and counts rows as a spreadsheet does', async () => {
    const { send, listed } = await aDesk()
    const csv =
      'name,description,category,price,stock\nKale,"Curly,\nand ""sweet""",Vegetables,3,8\nLeek,,Vegetables,x,1'
    const { rows } = (await send({ csv })).json()
    expect(
      rows.map(({ row, outcome }: { row: number; outcome: string }) => [row, outcome]),
    ).toEqual([
      [2, 'created'],
      [3, 'refused'],
    ])
    await send({ csv: csv.replace(',x,', ',2,'), apply: true })
    expect((await listed())[0]).toMatchObject({ description: 'Curly,\nand "sweet"' })
  })
})

describe('a row is refused', () => {
  const NO_CATEGORY = `Please choose a category. The categories are ${PRODUCT_CATEGORIES.join(', ')}.`

  test.each([
    // A comma that could mean two prices.
    [
      ';Kale;Vegetables;1200,000;8',
      'price',
      'Please enter an amount in dollars with at most two decimals.',
    ],
    [';Kale;Fish;3;8', 'category', NO_CATEGORY],
    [';;Vegetables;3;8', 'name', 'Please enter a name.'],
    [';Kale;Vegetables;0;8', 'price', 'The price must be at least $0.01.'],
    [';Kale;Vegetables;3;1.5', 'stock', 'Stock must be a whole number.'],
    ['9;Kale;Vegetables;3;8', 'id', 'There is no product #9. Clear this cell to add a new one.'],
    ['x;Kale;Vegetables;3;8', 'id', 'There is no product #x. Clear this cell to add a new one.'],
    [';Kale;Vegetables', null, 'This row has 3 cells, but the heading has 5.'],
    ['2;eggs;Farm Eggs;3;8', 'name', 'That name is already #1.'],
  ])('as in %s', async (row, column, message) => {
    const csv = `id;name;category;price;stock\n${row}\n;Leek;Vegetables;2;1`
    expect(await planOf(csv, 'Eggs', 'Duck eggs')).toMatchObject([
      { row: 2, outcome: 'refused', problems: [{ column, message }] },
      { row: 3, outcome: 'created' },
    ])
  })

  test('and nothing of its file is done', async () => {
    const { send, listed } = await aDesk()
    const csv = 'name;category;price;stock\nKale;Vegetables\nLeek;Vegetables;2;1'
    const answer = await send({ csv, apply: true })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().problems).toEqual([
      { field: 'rows.2.', message: 'This row has 2 cells, but the heading has 4.' },
    ])
    expect(await listed()).toEqual([])
  })

  test('that speaks of a product a second time, or adds a name a second time', async () => {
    const rows = await planOf(
      'id,name,category,price,stock\n1,Eggs,Farm Eggs,5,1\n1,Eggs,Farm Eggs,5,2\n,Kale,Vegetables,3,1\n,KALE ,Vegetables,3,1',
      'Eggs',
    )
    expect(rows[1]?.problems).toEqual([
      { column: 'id', message: 'Row 2 already changes product #1.' },
    ])
    expect(rows[3]?.problems[0]?.message).toMatch(/^That name is added by row 4\./)
  })

  test('at the cell of the stock it was exported with', async () => {
    const [row] = await planOf('id,stock,baseStock\n1,5,abc', 'Eggs')
    expect(row?.problems).toEqual([
      { column: 'baseStock', message: 'Stock must be a whole number.' },
    ])
  })

  test('of a product that was deleted', async () => {
    const { shop, look } = await aDesk()
    const eggs = await aProduct(shop.db)
    await aBareBuyer(shop).buy(orderBody([[eggs, 1]]))
    await shop.inject({
      method: 'DELETE',
      url: '/api/products/1',
      headers: { cookie: await signIn(shop) },
    })
    const { rows } = await look('id,price\n1,7')
    expect(rows[0].problems).toEqual([
      { column: 'id', message: 'Product #1 was deleted. Clear this cell to add it again.' },
    ])
  })
})

describe('a file is refused as a whole', () => {
  test.each([
    ['without a product', 'id,name\n', /no product/],
    ['that is empty', '', /no product|column/],
    ['with too many columns', ','.repeat(500_000), /^This file has 500001 columns; at most 300/],
    [
      'with a row that never ends',
      `name\n"${'x'.repeat(50_000)}`,
      /^This file cannot be read as CSV/,
    ],
    ['with a column twice', 'name,Name\nKale,Leek', /^The column name appears twice\./],
    ['with a quotation mark that is left open', 'name,price\n"Kale,3', /quotation marks/],
    ['with more rows than can be', `name\n${'x\n'.repeat(5001)}`, /At most 5,000/],
  ])('%s', async (_, csv, message) => {
    await expect(readCsv(csv)).rejects.toMatchObject({
      ...{ code: 'invalid', field: 'csv', message: expect.stringMatching(message) },
    })
  })

  test('beyond 2 MB, and one of 1.9 MB is read', async () => {
    const { send } = await aDesk()
    expect((await send({ csv: 'x'.repeat(2 * 1024 * 1024) })).statusCode).toBe(413)
    expect((await send({ csv: `name\n${`${'x'.repeat(3799)}\n`.repeat(500)}` })).statusCode).toBe(
      200,
    )
  })
})

describe('a file that is applied', () => {
  test('adds and changes by the same rules as single products, with history and books', async () => {
    const { shop, send, look, listed } = await aDesk()
    const eggs = await aProduct(shop.db, { name: 'Eggs' })
    const csv =
      'id,name,category,price,stock,unit\n1,Eggs,Farm Eggs,5.50,12,dozen\n,Kale,Vegetables,3.25,8,'
    const { plan } = await look(csv)
    const answer = await send({ csv, apply: true, plan })
    expect(answer.json()).toMatchObject({ applied: true, plan })
    expect(await listed()).toEqual([
      { ...eggs, price: 5.5, stock: 12, unit: 'dozen' },
      { ...EGGS, id: 2, name: 'Kale', category: 'Vegetables', price: 3.25, stock: 8 },
    ])
    expect(await whatIsWrong(shop.db)).toEqual([])
    const history = await shop.db
      .selectFrom('audit')
      .select(['action', 'subject'])
      .orderBy('id')
      .execute()
    expect(history.slice(-2)).toEqual([
      { action: 'changed', subject: 'product:1' },
      { action: 'created', subject: 'product:2' },
    ])
  })

  test('keeps what was sold since its export', async () => {
    const { shop, send, listed, exported } = await aDesk()
    const eggs = await aProduct(shop.db, { name: 'Eggs', stock: 10 })
    const csv = (await exported()).body
    await aBareBuyer(shop).buy(orderBody([[eggs, 3]]))
    await send({ csv: csv.replace(',5.00,', ',6.00,'), apply: true })
    expect(await listed()).toMatchObject([{ price: 6, stock: 7 }])
    await send({ csv: csv.replace(',10,,,,,,,,,,,,,10', ',30,,,,,,,,,,,,,10'), apply: true })
    expect(await listed()).toMatchObject([{ stock: 27 }])
    const short = await send({
      csv: csv.replace(',10,,,,,,,,,,,,,10', ',0,,,,,,,,,,,,,28'),
      apply: true,
    })
    expect(short.json().problems).toEqual([
      { field: 'rows.2.stock', message: 'Only 27 are left, so 28 cannot be taken away.' },
    ])
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('does nothing when the shop is no longer as it was when it was looked at', async () => {
    const { shop, send, look, listed } = await aDesk()
    const eggs = await aProduct(shop.db, { stock: 10 })
    const csv = 'id,stock\n1,20'
    const { plan } = await look(csv)
    await aBareBuyer(shop).buy(orderBody([[eggs, 3]]))
    const answer = await send({ csv, apply: true, plan })
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'The shop changed since you last looked. Please check the list again.',
    ])
    expect(await listed()).toMatchObject([{ stock: 7 }])
  })

  test('empties what may be empty, and leaves columns alone that it does not have', async () => {
    const { shop, send, listed } = await aDesk()
    const eggs = await aProduct(shop.db)
    await send({ csv: 'id,description,unit\n1,,dozen', apply: true })
    expect(await listed()).toEqual([{ ...eggs, description: '', unit: 'dozen' }])
    await send({ csv: 'id,unit\n1,', apply: true })
    expect(await listed()).toEqual([{ ...eggs, description: '' }])
  })
})

describe('a spreadsheet of the farmer’s own', () => {
  const CSV =
    'Date,Product Name,Qty,Type,Price\n' +
    '11/20,eggs,"1,200.0",farm eggs,"$1,200.00"\n' +
    '11/20,Leek,10.0,vegetables,"3,25"\n' +
    '11/20,Trout,3,Fish,4\n'

  test('is read by its own headings, matched by name, and applied without its refused rows', async () => {
    const { shop, look, send, listed } = await aDesk()
    await aProduct(shop.db, { name: 'Eggs' })
    const seen = await look(CSV)
    const columns = seen.columns.map(({ column }: { column: string | null }) => column)
    expect(columns).toEqual([null, 'name', 'stock', 'category', 'price'])
    expect(seen.rows).toMatchObject([
      { outcome: 'updated', id: 1, readings: [{ value: '$1,200.00' }, { value: '1200' }] },
      { outcome: 'created', readings: [{ text: '3,25', value: '$3.25' }] },
      { outcome: 'refused', problems: [{ column: 'category' }] },
    ])
    expect((await send({ csv: CSV, apply: true })).statusCode).toBe(400)
    expect(await listed()).toHaveLength(1)
    expect(
      (await send({ csv: CSV, plan: seen.plan, apply: true, skipRefused: true })).statusCode,
    ).toBe(200)
    expect(await listed()).toMatchObject([
      { id: 1, price: 1200, stock: 1200 },
      { name: 'Leek', category: 'Vegetables', price: 3.25, stock: 10 },
    ])
  })

  test('has its columns chosen where no heading says them, and says plainly what is missing', async () => {
    const { look, send } = await aDesk()
    const csv = 'a,b,c,d\nLeek,Vegetables,3,4\n'
    expect((await look(csv)).rows).toMatchObject([{ outcome: 'refused' }])
    const columns = ['name', 'category', null, 'stock']
    const { rows } = (await send({ csv, columns })).json()
    expect(rows[0].problems).toEqual([
      {
        column: 'price',
        message: 'This file has no column for the price, and a new product needs one.',
      },
    ])
    const all = (await send({ csv, columns: ['name', 'category', 'price', 'stock'] })).json()
    expect(all.rows).toMatchObject([{ outcome: 'created' }])
    expect((await send({ csv, columns: ['name'] })).statusCode).toBe(400)
  })

  test('is asked about a name twice, and takes it where that is meant', async () => {
    const { send, listed } = await aDesk()
    const csv = 'name,category,price,stock\nLeek,Vegetables,3,4\nleek,Vegetables,5,2\n'
    const requested = (await send({ csv })).json()
    expect(requested.rows).toMatchObject([
      { outcome: 'created' },
      { outcome: 'refused', isTwin: true },
    ])
    await send({ csv, twins: true, apply: true })
    expect(await listed()).toHaveLength(2)
    const which = (await send({ csv: 'name,price\nLeek,9\n' })).json()
    expect(which.rows[0].problems[0].message).toBe(
      '2 products have this name: #1, #2. Put the id in a column.',
    )
  })
})

describe('a list of another shop', () => {
  test.each([
    [
      'Open Food Network',
      'producer,category,name,display_name,units,unit_type,variant_unit_name,price,on_hand,on_demand,sku',
      'category: category, name: name, unit: variant_unit_name, price: price, stock: on_hand',
    ],
    [
      'WooCommerce',
      'ID,Type,SKU,Name,Published,Short description,Description,In stock?,Stock,Low stock amount,Sale price,Regular price,Categories,Images',
      'name: Name, description: Description, stock: Stock, lowLimit: Low stock amount, price: Regular price, category: Categories',
    ],
    [
      'Shopify',
      'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Cost per item',
      'name: Title, description: Body (HTML), category: Product Category, stock: Variant Inventory Qty, price: Variant Price',
    ],
    [
      'Square',
      'Token,Item Name,Variation Name,SKU,Description,Category,Price,Default Unit Cost,Current Quantity Farm Stand,New Quantity Farm Stand,Stock Alert Count Farm Stand',
      'name: Item Name, description: Description, category: Category, price: Price, stock: Current Quantity Farm Stand, lowLimit: Stock Alert Count Farm Stand',
    ],
    [
      'Local Line',
      'Product ID,Product Name,Package Name,Product Category,Price,Inventory',
      'name: Product Name, category: Product Category, price: Price, stock: Inventory',
    ],
    [
      'a farmer who notes costs',
      'Item,Category,Cost,Selling Price,Qty',
      'name: Item, category: Category, price: Selling Price, stock: Qty',
    ],
    [
      'one with amounts and units',
      'Item,Category,Amount,Price each,Units,Quantity',
      'name: Item, category: Category, price: Price each, stock: Quantity',
    ],
    ['one with a cost alone', 'Item,Cost,Cost ($)', 'name: Item'],
    ['one with an amount beside another price', 'Item,Amount,Wholesale Price', 'name: Item'],
    ['one with a package size alone', 'Item,Units,Unit type', 'name: Item'],
  ])('%s gives each column the heading that names it best', async (_, heading, expected) => {
    const { columns } = await readCsv(`${heading}\nKale`)
    const named = columns.filter(({ column }) => column !== null)
    expect(named.map((one) => `${one.column}: ${one.heading}`).join(', ')).toBe(expected)
  })

  test.each(['No', '#', 'Number', 'Product Number', 'ID', 'Id', 'Product ID'])(
    'whose rows are counted under “%s” changes no product by that number',
    async (heading) => {
      const csv = `${heading},Item,Category,Price,Qty\n1,Purple Kale,Vegetables,3.25,8`
      const rows = await planOf(csv, 'Farm Fresh Eggs')
      expect(rows).toMatchObject([{ outcome: 'created', name: 'Purple Kale' }])
    },
  )

  test('whose ids are those of other products is asked about, row by row', async () => {
    const { shop, send, listed } = await aDesk()
    await aProduct(shop.db, { name: 'Farm Fresh Eggs' })
    const csv = 'id,name,category,price,stock\n1,Purple Kale,Vegetables,3.25,8'
    const refused = { outcome: 'refused', isRename: true, name: 'Farm Fresh Eggs' }
    const problems = [
      { column: 'name', message: 'This would turn Farm Fresh Eggs into Purple Kale.' },
    ]
    expect((await send({ csv })).json().rows).toMatchObject([{ ...refused, problems }])
    expect((await send({ csv, apply: true })).statusCode).toBe(400)
    expect(await listed()).toMatchObject([{ name: 'Farm Fresh Eggs' }])
    await send({ csv, apply: true, renames: true })
    expect(await listed()).toMatchObject([{ name: 'Purple Kale' }])
  })

  test('says which of its columns are guessed', async () => {
    const { columns } = await readCsv('Item,Category,Price,Qty\nKale,Vegetables,3.25,8')
    expect(columns.map(({ isGuess = false }) => isGuess)).toEqual([true, false, false, true])
  })

  test.each([
    ['sep=;', `sep=;\n${KALE.replaceAll(',', ';')}`, 2],
    ['an empty line', `\n${KALE}`, 3],
    ['empty cells', `,,,\n,,,\n${KALE}`, 4],
    ['a title', `Spring list\n${KALE}`, 3],
    ['a title and an empty line', `Spring list,,,\n,,,\n${KALE}`, 4],
    ['a title over semicolons', `Spring list\n${KALE.replaceAll(',', ';')}`, 3],
  ])('may begin with %s', async (_, csv, row) => {
    expect(await planOf(csv)).toMatchObject([{ row, outcome: 'created', name: 'Kale' }])
  })

  test('may have 127 columns', async () => {
    const places = Array.from({ length: 123 }, (_, index) => `Enabled Place ${index}`)
    const [heading, row] = KALE.split('\n')
    const rows = await planOf(`${heading},${places.join(',')}\n${row}${','.repeat(123)}`)
    expect(rows).toMatchObject([{ outcome: 'created' }])
  })
})

test.each([
  ['|calc', "'|calc"],
  ['x;=1+1', '"x;=1+1"'],
  ['\u200B=1+1', "'\u200B=1+1"],
  ['\u202E=1+1', "'\u202E=1+1"],
  ['\u00A0=1+1', "'\u00A0=1+1"],
  ['a|b', 'a|b'],
])('%j leaves the shop as %s, which no spreadsheet runs', async (cell, written) => {
  expect(await formatCsv(['A'], [[cell]], { bom: false })).toBe(`A\r\n${written}\r\n`)
})
