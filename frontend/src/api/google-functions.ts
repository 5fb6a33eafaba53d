/** What only the window that goes to Google needs. Importing it also makes Amplify complete a return from there. */
export { signInWithRedirect } from 'aws-amplify/auth'
