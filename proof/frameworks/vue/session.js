export const getToken = async () => 'token-of-anna';
