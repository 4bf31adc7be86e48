/* Imitates a Node.js that was built without Intl. */
Reflect.deleteProperty(globalThis, 'Intl');
