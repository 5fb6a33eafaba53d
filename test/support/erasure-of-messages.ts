export const askOfMessages = (name: string) => ({
  'messages.sendMine': () => ({
    body: { requestId: '11111111-1111-4111-8111-111111111111', text: `Soy ${name}` },
  }),
  'files.offerUploadOfMine': () => ({ body: { fileName: `${name}.pdf`, sizeBytes: 1 } }),
})

const notAboutHer = 'it writes an answer that the practice gives to anybody'

/** The reason why the remaining endpoints are not called there. */
export const messageEndpointsTestedElsewhere = {
  'files.completeUpload': 'it adds to what files.offerUpload wrote; the files of aLife() are complete',
  'files.completeUploadOfMine': 'it adds to what files.offerUploadOfMine wrote',
  'messages.sendToCustomer': 'it writes what messages.sendMine writes',
  'messages.seeMine': 'it adds an instant to the thread that messages.sendMine wrote',
  'messages.seeOfCustomer': 'it adds an instant to the thread that messages.sendMine wrote',
  'messages.closeQuestion': 'it takes two instants from the thread that messages.sendMine wrote',
  'messages.saveTemplate': notAboutHer,
  'messages.changeTemplate': notAboutHer,
  'messages.removeTemplate': notAboutHer,
}
