import type { Said } from './templateWords.ts'

/** Texts that every template shares, in English and US Spanish. */

const SEND: Said = ['Send my details', 'Enviar mis datos']
const CALL: Said = ['Call me about this request anyway', 'Quiero que me llamen por esta solicitud']

export const SHARED = {
  send: SEND,
  call: CALL,
  next: ['Continue', 'Continuar'],
  thisAnswer: ['This', 'Esto'],
  amount: ['The amount', 'La cantidad'],
  zip: {
    label: ['What is your ZIP code?', '¿Cuál es su código postal?'],
    hint: ['So we can find someone near you.', 'Para buscar a alguien cerca de usted.'],
    field: ['ZIP code', 'Código postal'],
  },
  person: {
    label: ['What is your name?', '¿Cómo se llama?'],
    hint: ['So they know who to ask for.', 'Para que sepan por quién preguntar.'],
    first: ['First name', 'Nombre'],
    last: ['Last name', 'Apellido'],
    email: ['Email', 'Correo electrónico'],
  },
  phone: {
    label: ['What is your phone number?', '¿Cuál es su número de teléfono?'],
    hint: ['So a specialist in your state can call you.', 'Para que lo llame un especialista de su estado.'],
    field: ['Phone number', 'Número de teléfono'],
    consent: (site: string, buyer: string, [en, es]: Said): Said => [
      `By pressing “${SEND[0]}” I give ${site} and ${buyer} my written consent to call and text me ${en} at the number that I gave, also by automatic dialling and with recorded voices, even if it is on a Do Not Call list. I am 18 or older. I need not consent to buy anything, and can take it back at any time. If I ask to stop, my request may be passed on to every company that got my details. I have read the Privacy Policy and the Terms of Use.`,
      `Al presionar “${SEND[1]}” doy a ${site} y ${buyer} mi consentimiento por escrito para que me llamen y me envíen mensajes de texto ${es} al número que di, también con marcación automática y voces grabadas, aunque esté en una lista de no llamar. Tengo 18 años o más. No necesito dar mi consentimiento para comprar nada, y puedo retirarlo en cualquier momento. Si pido que no me llamen más, mi pedido puede compartirse con todas las empresas que recibieron mis datos. He leído la Política de Privacidad y los Términos de Uso.`,
    ],
  },
  anyway: {
    label: ['Call despite an opt-out', 'Llamada a pesar de la exclusión'],
    title: [
      'Would you like a call about this request anyway?',
      '¿Quiere que lo llamen por esta solicitud de todos modos?',
    ],
    hint: [
      'Your browser asks us not to sell your data, so we won’t share this request unless you say so.',
      'Su navegador nos pide no vender sus datos, así que solo compartiremos esta solicitud si usted lo indica.',
    ],
    no: ['No, thanks', 'No, gracias'],
    consent: (site: string, buyer: string, [en, es]: Said): Said => [
      `By pressing “${CALL[0]}” I ask ${site} to share this request with ${buyer}, so that they can call and text me ${en}, although my browser sends an opt-out signal (Global Privacy Control). This covers this request only. Nothing is shared until I have given my details and my consent to be called. I can take this back at any time.`,
      `Al presionar “${CALL[1]}” pido que ${site} comparta esta solicitud con ${buyer}, para que me llamen y me envíen mensajes de texto ${es}, aunque mi navegador envía una señal de exclusión (Global Privacy Control). Esto vale solo para esta solicitud. No se comparte nada hasta que yo haya dado mis datos y mi consentimiento para que me llamen. Puedo retirarlo en cualquier momento.`,
    ],
  },
  thanks: ['Thank you', 'Gracias'],
  have: ['We have your information.', 'Ya tenemos sus datos.'],
  soon: [
    'They’ll call you at the number you gave, usually the same day.',
    'Lo llamarán al número que dio, por lo general el mismo día.',
  ],
  trust: [
    ['Free to use', 'Uso gratuito'],
    ['No calls without your permission', 'Sin llamadas sin su permiso'],
    ['Companies pay us, not you', 'Nos pagan las empresas, no usted'],
  ],
  disclaimer: [
    'We are not a law firm, a lender or a government agency. We connect people with companies that can help, and may be paid when we do.',
    'No somos un bufete de abogados, un prestamista ni una agencia del gobierno. Conectamos a personas con empresas que pueden ayudar, y es posible que nos paguen por hacerlo.',
  ],
  footer: {
    partners: ['Partners', 'Socios'],
    'privacy-policy': ['Privacy Policy', 'Política de Privacidad'],
    'terms-of-use': ['Terms of Use', 'Términos de Uso'],
    'do-not-sell': ['Do Not Sell My Information', 'No vendan mi información'],
    unsubscribe: ['Unsubscribe', 'Cancelar suscripción'],
  },
} as const satisfies Record<string, unknown>
