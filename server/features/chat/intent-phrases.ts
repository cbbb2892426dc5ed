/**
 * What visitors type, by what they want to know; `contract/match-phrases.ts` says how a phrase is
 * written. A question that is missed is a phrase here and a question in the set to tune on.
 * Allergens have phrases of their own, since the search box understands them as well.
 */
export const INTENTS = {
  greeting: `START hi/hello/hey/hola/howdy/greetings/yo, START buenos dias
    START good morning/afternoon/evening/day`,
  thanks: `thanks/thx/ty/gracias/bye/goodbye, thank/see you, appreciate it
    have a good/nice/great`,
  abilities: `what can/do/could you/i do/help/ask/know, who/what are you, how does this work
    are you (a/an) bot/robot/human/real/person/ai/machine/computer, how do you work
    START help (me) END, need help`,
  human: `phone/telephone/call/email/contact, e mail, mail address, reach you/someone
    reach the farmer, talk/speak/chat to/with, real person/human, a human, in touch`,
  hours: `hour/hours/schedule/horario/hora/horas/abren/abierto, open/opens/opening/close/closes/closing, what time
    which/what day/days, how late/early, until when, market day/days, next market
    when is/are (the) (farmers) market/stall, when is/are you there/at
    when can i visit/come (the) (farmers) market/stall`,
  place: `where ... you/market/farm/stand/stall/store/find/locat* !come, where ... the shop !come
    address/location/located/direction/directions/map, which town/city, donde esta
    how do/can i find you/the/there, how do/can i get to you/the/there`,
  deadline: `how late ... order/ordering, until/till/til when ... order/ordering/buy
    deadline/deadlines/cutoff/cutoffs, cut off, too late to order, order by when, when ... order by
    (can/could/may) (i/we/one) still order, still time to order, last day/chance/time to order
    order (ANY) (ANY) for {day}
    when does/do/is/will ordering/orders (ANY) close/closes/closed/end/ends/stop/over`,
  someoneElse: `{somebody} ... pick/picks/picking/collect/collects/collecting !time* ANY
    pick/collect (ANY) (ANY) (up) for me`,
  missed: `miss/missed (ANY) (ANY) pickup/pick/day/saturday/market, cant/cannot/not make it
    forget/forgot to pick/collect/come, late for pickup, dont/didnt/do/did not (ANY) show up`,
  pickup: `have/got a (ANY) store/shop/storefront END, have/got (ANY) store hours
    pickup/collect/collecting, pick/picked/picking (ANY) (ANY) (ANY) up
    come get it/my/them, get it at/on/from, get my order/stuff/things at/on/from
    when will/is it (be) ready, when will/is my order (be) ready`,
  delivery: `deliver*, ship/ships/shipping/shipped/courier/minimum/domicilio/entrega/entregas/entregan/envian/envios, bring it/them to
    bring my order to, drop (it) off, to my house/door/home/place, post it, mail it/them`,
  payment: `pay/pays/paying/payment/payments, cash/debit/visa/mastercard/amex/secure
    !gift card/cards, take/accept credit`,
  newest: `what/whats (ANY) (ANY) new, anything new, newest/latest, just came/arrived/added/in
    new this/today/stuff/things/in/product/products/item/items/arrival/arrivals`,
  low: `almost/nearly gone/out/sold, running low/out, low stock/on/in, going fast, only a few
    what/whats/which/anything ... selling out, what/whats/which/anything ... few left
    last few/ones, hurry`,
  soldOut: '{anything} ... sold out, {anything} ... out of stock, {anything} ... gone',
  assortment: `what (all) ({kind}) (of ANY) (do) (you/i/we) (guys) {sell} !in
    what/whats (is) available/fresh/good/there, what/whats (is) in stock/season
    what/whats (is) for sale, what/whats (is) on the/your stall/list/menu
    product/price list, list of, menu/catalog, your products/selection/assortment
    show me what/everything/all, everything you have/sell, que tienen/venden`,
  price: `how much, price/prices/priced/pricing/precio/cuanto, cost/costs/expensive/charge
    how many dollar/dollars/buck/bucks, dollar/dollars/usd, going for, total/rate/rates
    what would/will/do/does ... run me, what would/will/do/does ... set me back
    what would/will/do/does ... come to, what would/will/do/does ... go for
    per/a pound/lb/dozen/bunch/jar/bag, what do you want/ask for`,
  cheapest: `cheap/cheaper/cheapest/inexpensive/budget, least expensive, lowest price
    most affordable`,
  dearest: 'most expensive, priciest/dearest, highest price',
  under: `under/below/for/with/within/have NUMBER {dollars}, less/cheaper than NUMBER {dollars}
    up to NUMBER {dollars}, under/below NUMBER END, less than NUMBER END`,
  availability: `have/has/got/any/available/availability/left/sell/selling/carry/stock/still
    remaining/enough/need/want/like/back/again/order/buy/reserve/find/tienen/hay/venden
    is/are there, can i/we get, how many, looking for, sold out, in season`,
  about: `what/whats (is) (ANY) in the/your/it/them/that, what is/are the/your/a/in
    whats the/your/a ANY like/made, made of/from/with/by, tell me (more) about
    ingredient/ingredients/contain/contains/describe/description, how big/large/heavy/hot/old
    how many eggs/bagels/are/come, how much is in
    taste/spicy/size/weigh/weight/sour/sweet/raw/pasteurized/difference`,
  keeping: `keep/keeps/fridge/refrigerat*/freeze/freezer/freezing/frozen/spoil, shelf life
    store/stored/storing/storage !hours ANY, go/goes bad, stay fresh, last in
    how long do/does/will/can/are/is`,
  recipes: 'recipe/recipes',
  cooking: `cook/cooking
    how do/can/should/would i/you/we make/cook/bake/use/prepare/eat/roast/serve`,
  order: `my/the/an/this/our order !online/now, order status/number/no/NUMBER/went, status of
    track/tracking/confirmation/receipt, has it shipped, where is it, did my/the order`,
  trouble: `cancel*, refund*, complain*, return/returns/returned !to* ANY, money/give back
    exchange/broken/cracked/spoiled/rotten/missing/mistake/damaged, bad when, went bad
    wrong order/item/thing, change my order, forgot to, not happy`,
  newsletter: `newsletter, subscri*, unsubscri*, mailing list
    email/weekly list/update/updates/letter`,
  story: `who runs/owns/grows/makes, your story/farm/history, about you/yourselves
    about the/your farm, family farm/run`,
  insult: `you/u (guys/all/really/just) suck/sucks/stink, this/that/it/bot/shop sucks, fuck/fucking
    shit/bullshit/asshole/idiot/moron/bitch/bastard, (you/this/bot) (are/is) (so/a/really) stupid/useless/dumb`,
  ordering: `how do/can/does/would/should (i/we/one/it/somebody) {purchase}
    how to order/buy, place an order, order online/ahead/now, order in advance, checkout
    need/have an account`,
} as const

/** What decides between two answers, and asks for none by itself. */
export const DETAILS = {
  openingTimes: 'open*, hour/hours, clos*',
  shipment: 'delivery/delivered, ship*',
  byMail: 'ship/ships/shipping/shipped/mail/courier/ups/usps/fedex, post it/them',
  otherPayment: 'cash/check/checks/cheque/venmo/paypal/apple/google/zelle/bitcoin',
  unsubscribing: 'unsubscri*',
  storing: `store/stored/storing/storage/fridge/refrigerat*/freeze/freezer/freezing/frozen
    how ... keep/keeps/last/lasts, shelf life, go/goes bad, stay fresh`,
  cancelling: 'cancel*',
  countLeft: 'how many ... left/have/has/got/remaining/available/stock',
  coming: 'when ... back/again/more, back when',
  preparing: 'cook/use/prepare/roast/serve/make/eat',
  wholeShop: `anything/everything/something/whatever/product/products/item/items/thing/things
    stuff/else/avoid*
    what can/should/could/may/might/do/does/is/are/has/have/would/to`,
} as const

export const GROUPS = {
  anything: 'what/whats/which/anything/everything/product/products/item/items',
  dollars: 'dollar/dollars/buck/bucks/usd',
  kind: 'do/have/did/are/can/kind/kinds/product/products/item/items/else/stuff/things',
  sell: 'have/got/sell/selling/offer/carry/grow/buy/order/make',
  somebody: `somebody/someone/anybody/anyone/person else, my husband/wife/partner/friend/neighbor/son
    my daughter/mom/mother/dad/father/brother/sister/roommate/kid/kids/family`,
  day: '(this/next) today/tonight/tomorrow/monday/tuesday/wednesday/thursday/friday/saturday/sunday/sat/sun',
  purchase: 'order/buy/shop/purchase/checkout/ordering/place',
} as const

export const SHORT_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    u: 'you',
    ya: 'you',
    r: 'are',
    "can't": 'cant',
    "what's": 'whats',
    wheres: 'where',
  }),
)
