/** Article 15 GDPR: what the practice writes about somebody is in the copy of their data (docs/decisions/0056). */
export const internalNotesHint = 'El cliente no las ve en su panel; sí en la copia de sus datos, si la pide.'
