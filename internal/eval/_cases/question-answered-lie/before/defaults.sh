# 2025-11：默认环境改为 staging，避免误发
DEFAULT_ENV=staging
